/// An entry of the change log of one row.
struct LoggedEdit {
  var at: Timestamp
  var isCreation: Bool
  var before: [String: ColumnValue]
  var after: [String: ColumnValue]
}
