/// Saturating arithmetic, which cannot trap.
///
/// Coordinates come from apps, which write `Int.max` for an unlimited extent.
extension Int {
  /// The sum, clamped to the range of `Int`.
  package func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, clamped to the range of `Int`.
  package func subtracting(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return other < 0 ? .max : .min
  }
}
