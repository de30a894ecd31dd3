/// What an insurer pays for a used thing: replacing it, less what its age took off.
///
/// The rule, as printed beside every such figure: replacement value × the share of the useful life that
/// is left, never below ``floorPercent``. The useful life is the category's; where the category has
/// none, or the age is not known, nothing is taken off. It is computed and never stored, so that it is
/// never out of date.
public enum ActualCashValue {
  /// The share, in percent, below which no thing falls as long as it works.
  public static let floorPercent: Int64 = 20

  /// The rule in words, as lines that fit a narrow screen.
  public static let rule = [
    "value × share of the category's useful life left, at least \(floorPercent) %",
    "in full where the age or the useful life is not known",
  ]

  /// The cash value of a line.
  ///
  /// - Parameters:
  ///   - line: The value of the line in minor units.
  ///   - usefulLife: In months; nil: age does not matter.
  ///   - bought: nil: nobody knows the age.
  public static func minor(
    of line: Int64, usefulLife: Int?, bought: CalendarDate?, on day: CalendarDate
  ) -> Int64 {
    guard let usefulLife, usefulLife > 0, let bought, line > 0 else { return line }
    let life = Int64(min(usefulLife, 12_000))
    let age = Int64(min(max(0, bought.months(to: day)), 12_000))
    let floor = (100 * age >= (100 - floorPercent) * life)
    let (part, whole) = floor ? (floorPercent, 100) : (life - age, life)
    // Whole and rest apart, so that the product fits; rounded once, half away from zero.
    return line / whole * part + (line % whole * part * 2 + whole) / (2 * whole)
  }
}
