/// The total value of some items, and how much of it is known.
public struct Totals: Hashable, Codable, Sendable {
  /// The sum of the line values, in minor units; unknown ones add nothing.
  public var sum: Int64 = 0
  /// The number of items; sold, archived and trashed ones do not count.
  public var count = 0
  /// The number of items with an unknown value.
  public var unvalued = 0
  /// The number of estimated lines.
  public var estimated = 0

  /// Nothing.
  public init() {}

  /// The totals of some items.
  public init(sum: Int64, count: Int, unvalued: Int, estimated: Int) {
    self.sum = sum
    self.count = count
    self.unvalued = unvalued
    self.estimated = estimated
  }

  /// Adds a line.
  ///
  /// - Throws: `badData` if the sum overflows.
  mutating func add(line: Int64?, isEstimated: Bool) throws(InventoryError) {
    count += 1
    guard let line else {
      unvalued += 1
      return
    }
    sum = try Self.sum(sum, line)
    if isEstimated { estimated += 1 }
  }

  /// Adds the totals of other items.
  public mutating func add(_ other: Totals) throws(InventoryError) {
    sum = try Self.sum(sum, other.sum)
    count += other.count
    unvalued += other.unvalued
    estimated += other.estimated
  }

  static func sum(_ left: Int64, _ right: Int64) throws(InventoryError) -> Int64 {
    let (sum, isOver) = left.addingReportingOverflow(right)
    guard !isOver else { throw tooMuch }
    return sum
  }

  static let tooMuch = InventoryError(
    .badData, "the values are too large to be added up; look for a mistyped price")

  /// `€10,412.90`, with `≈` if it includes an estimate; `—` if nothing is known.
  public func text(_ currency: Currency, _ customs: LocaleFormat = .plain) -> String {
    guard count > unvalued else { return count == 0 ? zero(currency, customs) : MoneyText.unknown }
    let text = MoneyText.text(Money(minor: sum, currency: currency), customs)
    return estimated > 0 ? MoneyText.estimate + text : text
  }

  private func zero(_ currency: Currency, _ customs: LocaleFormat) -> String {
    MoneyText.text(Money(minor: 0, currency: currency), customs)
  }
}
