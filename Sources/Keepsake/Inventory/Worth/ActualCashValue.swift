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
    "in full where the age or the useful life is not known",
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
