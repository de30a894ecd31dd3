/// What somebody wrote of a row at once, and under what history has it.
struct WrittenRow {
  var key: HistoryKey
  var what: WrittenColumns
}
