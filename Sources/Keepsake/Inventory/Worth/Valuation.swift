/// The value of an item: its quantity times the replacement cost, or else times the price paid, which
/// is an estimate; otherwise it is unknown.
///
/// Unknown is never 0: a gift cost nothing, an unknown price can be any.
public enum Valuation: Hashable, Sendable {
  /// By the replacement cost.
  case known(Money)
  /// By the price paid.
  case estimated(Money)
  /// Neither is known, or the product is too large.
  case unknown

  /// The amount; `nil` if unknown.
  public var money: Money? {
    switch self {
    case .known(let money), .estimated(let money): money
    case .unknown: nil
    }
  }

  /// Whether it is based on the price paid.
  public var isEstimated: Bool {
    if case .estimated = self { true } else { false }
  }

  /// The text for people: `€1,299.00`, `≈€24.50`, `—`.
  public func text(_ customs: LocaleFormat = .plain) -> String {
    switch self {
    case .known(let money): MoneyText.text(money, customs)
    case .estimated(let money): MoneyText.estimate + MoneyText.text(money, customs)
    case .unknown: MoneyText.unknown
    }
  }

  /// The value of a line in minor units.
  ///
  /// - Parameter line: `nil` if unknown.
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
  /// The value of the item; the same as ``ValueClause`` in SQL.
  public func valuation(in currency: Currency) -> Valuation {
    Valuation(
      line: unitValue.flatMap { PostgresValue.minor(unit: $0, quantity: quantity) },
      isEstimated: replacementValue == nil, currency: currency)
  }

  /// Whether it was sold: it has a sale date, a buyer or a price.
  ///
  /// Homebox writes a price of 0 for unsold items.
  public var isSold: Bool {
    Self.isSold(hasDate: soldDate != nil, buyer: soldTo, price: soldPrice)
  }

  /// Whether the details of a sale show that an item was sold, with the same rule as
  /// ``ValueClause``.
  static func isSold(hasDate: Bool, buyer: String, price: Int64?) -> Bool {
    hasDate || !buyer.isEmpty || price ?? 0 > 0
  }

  /// Whether totals include it: it is live and was not sold.
  public var countsInTotals: Bool { isLive && !isSold }
}

/// The value of a quantity, rounded once to the minor unit, half away from zero.
enum PostgresValue {
  /// The maximum price of one, in minor units; its product with a fraction still fits.
  static let maximumUnit: Int64 = 99_999_999_999_999
  /// The maximum value of a line that makes sense; thousands of them can still be added up.
  static let maximum: Int64 = 1_000_000_000_000_000
  /// A quantity has four decimals at most.
  static let parts: Int64 = 10_000

  /// The product in minor units, computed in integers; `nil` if it is too large.
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

/// The actual cash value of a used thing: its replacement cost less depreciation.
///
/// The rule, as printed beside every such value: replacement value × the remaining share of the useful
/// life, but never below ``floorPercent``. The useful life is that of the category; without one, or if
/// the age is unknown, nothing is deducted. The value is computed, never stored, so it is never out of
/// date.
public enum ActualCashValue {
  /// The minimum share, in percent, of a thing that works.
  public static let floorPercent: Int64 = 20

  /// The rule in words, in lines that fit a narrow screen.
  public static let rule = [
    "value × share of the category's useful life left, at least \(floorPercent) %",
    "in full if the age or the useful life is unknown",
  ]

  /// The cash value of a line.
  ///
  /// - Parameters:
  ///   - line: The value of the line in minor units.
  ///   - usefulLife: In months; `nil` if age does not matter.
  ///   - bought: The date of purchase; `nil` if the age is unknown.
  public static func minor(
    of line: Int64, usefulLife: Int?, bought: CalendarDate?, on day: CalendarDate
  ) -> Int64 {
    guard let usefulLife, usefulLife > 0, let bought, line > 0 else { return line }
    let life = Int64(min(usefulLife, 12_000))
    let age = Int64(min(max(0, bought.months(to: day)), 12_000))
    let floor = (100 * age >= (100 - floorPercent) * life)
    let (part, whole) = floor ? (floorPercent, 100) : (life - age, life)
    // Quotient and remainder apart, so that the product does not overflow; rounded once, half away from zero.
    return line / whole * part + (line % whole * part * 2 + whole) / (2 * whole)
  }
}
