/// What is known of an inventory as a whole: what it counts in, whose it is, and how it is insured.
public struct InventorySettings: Hashable, Sendable {
  /// What prices are counted in.
  public var currency: Currency
  /// Whose things they are.
  public var owner = ""
  /// Where they are, in as many lines as wanted.
  public var address = ""
  /// Who insures them.
  public var insurer = ""
  /// The number of the policy.
  public var policyNumber = ""
  /// When the policy is renewed.
  public var renewal: CalendarDate?
  /// What the insurer pays at most for all contents, in minor units; nil: not known.
  public var contentsLimit: Int64?
  /// What the person bears of a loss, in minor units; nil: not known.
  public var deductible: Int64?

  /// Settings that say nothing yet.
  public init(currency: Currency) { self.currency = currency }
}

/// One of the settings, by the name under which a person sets it: `contents-limit`.
public enum InventorySetting: String, CaseIterable, Sendable {
  /// ``InventorySettings/currency``.
  case currency
  /// ``InventorySettings/owner``.
  case owner
  /// ``InventorySettings/address``.
  case address
  /// ``InventorySettings/insurer``.
  case insurer
  /// ``InventorySettings/policyNumber``.
  case policy
  /// ``InventorySettings/renewal``.
  case renewal
  /// ``InventorySettings/contentsLimit``.
  case contentsLimit = "contents-limit"
  /// ``InventorySettings/deductible``.
  case deductible

  /// Its key in the table `meta`.
  var key: String {
    switch self {
    case .policy: "policy_no"
    case .contentsLimit: "contents_limit_minor"
    case .deductible: "deductible_minor"
    case .currency, .owner, .address, .insurer, .renewal: rawValue
    }
  }
}

extension InventorySettings {
  /// What is stored of a setting; nil: nothing.
  func stored(_ setting: InventorySetting) -> String? {
    let text: String? =
      switch setting {
      case .currency: currency.code
      case .owner: owner
      case .address: address
      case .insurer: insurer
      case .policy: policyNumber
      case .renewal: renewal?.text
      case .contentsLimit: contentsLimit.map { String($0) }
      case .deductible: deductible.map { String($0) }
      }
    return text?.isEmpty == true ? nil : text
  }

  /// Takes over what is stored; what cannot be read counts as not known.
  mutating func restore(_ setting: InventorySetting, from text: String) {
    switch setting {
    case .currency: currency = Currency(code: text) ?? currency
    case .owner: owner = text
    case .address: address = text
    case .insurer: insurer = text
    case .policy: policyNumber = text
    case .renewal: renewal = CalendarDate(iso: text)
    case .contentsLimit: contentsLimit = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
    case .deductible: deductible = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// What a person reads of a setting, and what ``set(_:to:_:)`` reads back; empty: not known.
  public func text(_ setting: InventorySetting, _ customs: Customs = .plain) -> String {
    switch setting {
    case .contentsLimit, .deductible:
      let minor = setting == .deductible ? deductible : contentsLimit
      guard let minor else { return "" }
      return MoneyText.text(Money(minor: minor, currency: currency), customs)
    default: return stored(setting) ?? ""
    }
  }

  /// Changes a setting to what a text says; an empty one takes it away.
  ///
  /// - Throws: Why the text cannot be read.
  public mutating func set(
    _ setting: InventorySetting, to text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) {
    guard !text.utf8.contains(0) else { throw .forbiddenCharacter }
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLarge }
    let text = text.trimmedOfBlanks
    switch setting {
    case .currency:
      guard let found = Currency(code: text) else { throw .notACurrency }
      currency = found
    case .owner: owner = text
    case .address: address = text
    case .insurer: insurer = text
    case .policy: policyNumber = text
    case .renewal:
      renewal = try FieldKind.date.parse(text, reading).text.flatMap(CalendarDate.init(iso:))
    case .contentsLimit, .deductible:
      var reading = reading
      reading.currency = currency
      let minor = try FieldKind.money.parse(text, reading).integer
      if setting == .deductible { deductible = minor } else { contentsLimit = minor }
    }
  }

  /// The longest text of a setting.
  private static let maximumBytes = 10_000
}
