/// Large rows, which go out in several operations.
extension RowWrite {
  /// About the most bytes of a write that goes out whole.
  private static let mostBytes = OperationBounds.operationBytes / 4 * 3

  /// About how many bytes it takes in an operation.
  var byteCount: Int { cells.reduce(0) { $0 + Self.byteCount($1.key, $1.value) } }

  private static func byteCount(_ column: String, _ value: SharedValue) -> Int {
    guard case .text(let text) = value else { return column.utf8.count + 16 }
    return column.utf8.count + 16 + text.utf8.count
  }

  /// The write in parts that fit into operations: mostly the write itself; none for one with a value that fits into none.
  ///
  /// The first part has the columns of the table, which a home needs to show the row; tags and custom fields follow.
  var parts: [RowWrite] {
    let size = byteCount
    if cells.count <= OperationBounds.valuesPerRow, size <= Self.mostBytes { return [self] }
    guard cells.allSatisfy({ Self.byteCount($0, $1) <= OperationBounds.cellBytes }) else {
      return []
    }
    var parts: [RowWrite] = []
    var part: [String: SharedValue] = [:]
    var bytes = 0
    for (column, value) in cells.sorted(by: { Self.rank($0.key) < Self.rank($1.key) }) {
      let size = Self.byteCount(column, value)
      if !part.isEmpty, part.count == OperationBounds.valuesPerRow || bytes + size > Self.mostBytes
      {
        parts.append(RowWrite(row, part))
        (part, bytes) = ([:], 0)
      }
      part[column] = value
      bytes += size
    }
    return parts + [RowWrite(row, part)]
  }

  private static func rank(_ column: String) -> (Int, String) {
    (column.contains(":") ? 1 : 0, column)
  }
}

extension SyncOperation {
  /// Whether no server would take it, or other homes would set it aside for its size.
  public var isTooLarge: Bool {
    if writes.count > OperationBounds.rowsPerOperation { return true }
    if writes.contains(where: { $0.parts.count != 1 }) { return true }
    return writes.count > 1 && writes.reduce(0) { $0 + $1.byteCount } > OperationBounds.cellBytes
  }
}
