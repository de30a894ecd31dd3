/// What an item is worth: its quantity times what replacing one would cost; where that is not known,
/// times what was paid, which is an estimate; where neither is known, nobody knows.
///
/// Unknown is never 0: what was a gift costs nothing, and what is not known may cost anything.
public enum Valuation: Hashable, Sendable {
  /// By the replacement value.
  case known(Money)
  /// By the price that was paid.
  case estimated(Money)
  /// Neither is known, or the product is beyond what can be counted.
  case unknown

  /// The amount; nil where nobody knows.
  public var money: Money? {
    switch self {
    case .known(let money), .estimated(let money): money
    case .unknown: nil
    }
  }

  /// Whether it rests on the price that was paid.
  public var isEstimated: Bool {
    if case .estimated = self { true } else { false }
  }

  /// What a person reads: `€1,299.00`, `≈€24.50`, `—`.
  public func text(_ customs: Customs = .plain) -> String {
    switch self {
    case .known(let money): MoneyText.text(money, customs)
    case .estimated(let money): MoneyText.estimate + MoneyText.text(money, customs)
    case .unknown: MoneyText.unknown
    }
  }

  /// The value of a line in minor units.
  ///
  /// - Parameter line: nil: not known.
  init(line: Int64?, isEstimated: Bool, currency: Currency) {
    guard let line else {
      self = .unknown
      return
    }
    let money = Money(minor: line, currency: currency)
    self = isEstimated ? .estimated(money) : .known(money)
  }
}

extension Item {
  /// What it is worth, as ``ValueClause`` says it in SQL.
  public func valuation(in currency: Currency) -> Valuation {
    Valuation(
      line: unitValue.flatMap { LineValue.minor(unit: $0, quantity: quantity) },
      isEstimated: replacementValue == nil, currency: currency)
  }

  /// Whether it was sold: somebody noted a day, a buyer or a price.
  ///
  /// Homebox writes a price of 0 for what was not.
  public var isSold: Bool {
    Self.isSold(hasDate: soldDate != nil, buyer: soldTo, price: soldPrice)
  }

  /// Whether what was noted of a sale says that there was one, as ``ValueClause`` says it in SQL.
  static func isSold(hasDate: Bool, buyer: String, price: Int64?) -> Bool {
    hasDate || !buyer.isEmpty || price ?? 0 > 0
  }

  /// Whether it counts in totals: what was sold, archived or thrown away does not.
  public var countsInTotals: Bool { isLive && !isSold }
}

/// The value of a quantity of things, rounded once, half away from zero, to the minor unit.
enum LineValue {
  /// What one may cost at most, in minor units; the product with a part of a thing still fits.
  static let maximumUnit: Int64 = 99_999_999_999_999
  /// Beyond this a line is no value that anybody means; some thousands of such still add up.
  static let maximum: Int64 = 1_000_000_000_000_000
  /// A quantity has four decimals at most.
  static let parts: Int64 = 10_000

  /// The product in minor units, from whole numbers all the way; nil beyond what can be counted.
  static func minor(unit: Int64, quantity: Double) -> Int64? {
    guard (0...maximumUnit).contains(unit), (0...Quantity.maximum).contains(quantity) else {
      return nil
    }
    if quantity == 1 { return unit }
    guard Double(unit) * quantity < Double(maximum) else { return nil }
    let scaled = Int64((quantity * Double(parts)).rounded(.toNearestOrAwayFromZero))
    return unit * (scaled / parts) + (unit * (scaled % parts) + parts / 2) / parts
  }
}
