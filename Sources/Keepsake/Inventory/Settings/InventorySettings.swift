/// The settings of an inventory: currency, owner and policy.
public struct InventorySettings: Hashable, Sendable {
  /// The currency of prices.
  public var currency: Currency
  /// The name of the owner.
  public var owner = ""
  /// The address, in several lines.
  public var address = ""
  /// The insurer.
  public var insurer = ""
  /// The policy number.
  public var policyNumber = ""
  /// The renewal date of the policy.
  public var renewal: CalendarDate?
  /// The most that the policy pays for all contents, in minor units; `nil` if unknown.
  public var contentsLimit: Int64?
  /// The deductible, in minor units; `nil` if unknown.
  public var deductible: Int64?

  /// Whether to draw pictures as graphics in terminals that support them.
  public var hasPictureGraphics = false

  /// Settings with only a currency.
  public init(currency: Currency) { self.currency = currency }
}

/// A setting, by its name in commands: `contents-limit`.
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
  /// ``InventorySettings/hasPictureGraphics``.
  case pictureGraphics = "picture-graphics"

  /// The key in the table `meta`.
  public var key: String {
    switch self {
    case .policy: "policy_no"
    case .contentsLimit: "contents_limit_minor"
    case .deductible: "deductible_minor"
    case .pictureGraphics: "picture_graphics"
    case .currency, .owner, .address, .insurer, .renewal: rawValue
    }
  }
}

extension InventorySettings {
  /// The stored text of a setting; `nil` if it is not set.
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
      case .pictureGraphics: hasPictureGraphics ? "yes" : nil
      }
    return text?.isEmpty == true ? nil : text
  }

  /// Restores a setting from its stored text; ignores text that can't be parsed.
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
    case .pictureGraphics: hasPictureGraphics = text == "yes"
    }
  }

  /// The text of a setting that ``set(_:to:_:)`` parses; empty if it is not set.
  public func text(_ setting: InventorySetting, _ customs: LocaleFormat = .plain) -> String {
    switch setting {
    case .contentsLimit, .deductible:
      let minor = setting == .deductible ? deductible : contentsLimit
      guard let minor else { return "" }
      return MoneyText.text(Money(minor: minor, currency: currency), customs)
    default: return stored(setting) ?? ""
    }
  }

  /// Sets a setting to a parsed text; an empty one removes it.
  ///
  /// - Throws: If the text cannot be parsed.
  public mutating func set(
    _ setting: InventorySetting, to text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) {
    guard !text.utf8.contains(0) else { throw .forbiddenCharacter }
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLarge }
    let text = text.trimmedOfBlanks
    switch setting {
    case .currency:
      guard let found = Currency(listedCode: text) else { throw .notACurrency }
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
    case .pictureGraphics:
      hasPictureGraphics = try FieldKind.flag.parse(text, reading).integer == 1
    }
  }

  /// The maximum length of a text, in bytes.
  static let maximumBytes = Bounds.settingBytes
}
