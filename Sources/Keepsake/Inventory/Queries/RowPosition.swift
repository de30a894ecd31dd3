/// The position of a row in a list: its sort key (``OrderClause``), then its number.
struct RowPosition: Hashable, Sendable {
  var key: ColumnValue
  var id: Int64
}

/// A row with its position.
struct PositionedRow: Sendable {
  var position: RowPosition
  var row: ItemRow
}

/// Consecutive rows and the index of the first.
struct RowPage: Sendable {
  var start: Int
  var rows: [PositionedRow]

  var end: Int { start + rows.count }

  func contains(_ index: Int) -> Bool { index >= start && index < end }
}
