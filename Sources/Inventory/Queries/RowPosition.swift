/// Where a row stands in a list: what the list is sorted by (``OrderClause``), then its number.
struct RowPosition: Hashable, Sendable {
  var key: ColumnValue
  var id: Int64
}

/// A row with its position.
struct PositionedRow: Sendable {
  var position: RowPosition
  var row: ItemRow
}

/// Rows that follow each other, and the index of the first.
struct RowPage: Sendable {
  var start: Int
  var rows: [PositionedRow]

  var end: Int { start + rows.count }

  func contains(_ index: Int) -> Bool { index >= start && index < end }
}
