/// Where a file describes an item: a row of a table, or the name in a collection, which has no rows.
struct ImportOrigin {
  var row = 0
  var line = 0
  /// The name; `nil` for a row.
  var item: String?

  /// A note about it.
  ///
  /// - Parameter column: The header of the column; a collection has its name without a prefix.
  func note(_ column: String?, _ reason: String) -> ImportReport.Note {
    let name = row == 0 ? column.map(HomeboxHeader.ownName) : column
    return .init(row: row, line: line, item: item, column: name, reason: reason)
  }
}
