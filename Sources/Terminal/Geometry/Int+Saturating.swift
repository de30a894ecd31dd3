/// Arithmetic that ends at the largest and the smallest number instead of the program.
///
/// Coordinates come from apps, which write `Int.max` for "as far as it goes".
extension Int {
  /// The sum, as far as numbers go.
  package func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, as far as numbers go.
  package func subtracting(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return other < 0 ? .max : .min
  }
}
