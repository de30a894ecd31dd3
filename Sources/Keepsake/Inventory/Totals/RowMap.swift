/// Values by row number.
///
/// Row numbers are mostly dense, so most values stand in an array and need no hash; a file can hold any
/// numbers.
struct RowMap<Value> {
  private var dense: [Value?]
  private var sparse: [Int64: Value] = [:]

  /// - Parameter rows: The number of rows that are expected. Removed ones leave some holes.
  init(rows: Int) { dense = Array(repeating: nil, count: rows + rows / 4 + 1) }

  /// The value of a row, if it has one.
  subscript(row: Int64) -> Value? {
    get { index(of: row).map { dense[$0] } ?? sparse[row] }
    set {
      if let index = index(of: row) {
        dense[index] = newValue
      } else {
        sparse[row] = newValue
      }
    }
  }

  private func index(of row: Int64) -> Int? {
    guard let index = Int(exactly: row), dense.indices.contains(index) else { return nil }
    return index
  }
}
