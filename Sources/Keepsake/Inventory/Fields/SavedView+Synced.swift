import Storage

extension SavedView {
  /// The columns of a view that homes share.
  public static let synced: [SyncedProperty<SavedView>] = [
    SyncedProperty(
      column: SyncedColumn("name", .text), get: { .text($0.name) },
      set: { $0.name = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("filter", .text, empty: .text("")), get: { .text($0.filter) },
      set: { $0.filter = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("sort", .text, empty: .text(usualSort)),
      get: { .text($0.sort) }, set: { $0.sort = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("hidden_columns", .text, empty: .text("")),
      get: { .text($0.hiddenColumns.joined(separator: " ")) },
      set: { $0.hiddenColumns = ($1.text ?? "").split(separator: " ").map(String.init) }),
    SyncedProperty(
      column: .life, get: { $0.deletedAt.map(ColumnValue.integer) ?? .null },
      set: { $0.deletedAt = $1.integer }),
  ]
}
