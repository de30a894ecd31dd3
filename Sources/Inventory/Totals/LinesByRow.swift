/// The line of each item that counts, by row number.
///
/// Row numbers are mostly dense, so most lines stand in an array; a file can hold any numbers.
struct LinesByRow {
  /// A line in minor units, or `nil` if unknown.
  struct Line {
    let minor: Int64?
    let isEstimated: Bool
  }

  private var dense: [Int64]
  private var sparse: [Int64: Int64] = [:]

  /// - Parameter rows: The number of rows that are expected.
  init(rows: Int) { dense = Array(repeating: Self.none, count: rows) }

  /// The line of a row, if it counts.
  subscript(row: Int64) -> Line? {
    let packed = Int(exactly: row).flatMap { dense.indices.contains($0) ? dense[$0] : nil }
    return Self.line(packed ?? sparse[row] ?? Self.none)
  }

  /// Keeps the line of a row.
  mutating func keep(_ valued: ValuedRow, of row: Int64) {
    let packed = valued.line.map { $0 << 1 | (valued.isEstimated ? 1 : 0) } ?? Self.unknown
    if let index = Int(exactly: row), dense.indices.contains(index) {
      dense[index] = packed
    } else {
      sparse[row] = packed
    }
  }

  private static let none: Int64 = -2
  private static let unknown: Int64 = -1

  /// A line is never negative and far below 2⁶² (``LineValue/maximum``).
  private static func line(_ packed: Int64) -> Line? {
    if packed == none { return nil }
    if packed == unknown { return Line(minor: nil, isEstimated: false) }
    return Line(minor: packed >> 1, isEstimated: packed & 1 == 1)
  }
}
