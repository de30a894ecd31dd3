/// The tables whose rows homes share, each after those that its rows refer to.
///
/// Every column of these tables is in ``columns`` or in ``localColumns``; tags and custom fields are values of their
/// item. `EveryColumnTests` takes each column from one home to another.
public enum SyncedTable: String, CaseIterable, Sendable {
  case setting, category, place, item, attachment, view

  /// The name of the table.
  public var table: String {
    switch self {
    case .setting: "meta"
    case .category: "category"
    case .place: "location"
    case .item: "item"
    case .attachment: "attachment"
    case .view: "saved_view"
    }
  }

  /// The columns that homes share.
  public var columns: [SyncedColumn] {
    switch self {
    case .setting: Self.settings
    case .category: Self.categories
    case .place: Self.places
    case .item: Self.items
    case .attachment: Self.attachments
    case .view: Self.views
    }
  }

  /// The names of ``columns`` in the table, for a statement.
  var storedNames: String { columns.map(\.stored).joined(separator: ", ") }

  private static let settings = [SyncedColumn("value", .text)]
  private static let categories = Category.synced.map(\.column)
  private static let places = Place.synced.map(\.column)
  private static let attachments = Attachment.synced.map(\.column)
  private static let views = SavedView.synced.map(\.column)
  private static let items: [SyncedColumn] =
    ItemColumn.all.map { column in
      if column.name == SyncedColumn.life.stored { return .life }
      let target = column.target.flatMap { name in allCases.first { $0.table == name } }
      return SyncedColumn(column.name, target.map { .reference($0) } ?? .field)
    } + [.created]

  /// The columns that each home has for itself: row numbers, keys by which rows are found, and what follows from
  /// other columns.
  public var localColumns: Set<String> {
    switch self {
    case .setting: ["key"]
    // New categories come last in every home.
    case .category: ["id", "uuid", "order_key"]
    case .place:
      [
        "id", "uuid", "sort_key", "path", "order_key", "item_count", "subtree_count", "place_count",
        "created_at", "updated_at", "rev",
      ]
    // No version has used `policy_id`.
    case .item: ["id", "uuid", "sort_key", "shelf", "policy_id", "updated_at", "rev"]
    // The first photo in the order is the primary one.
    case .attachment: ["id", "uuid", "is_primary", "rev"]
    case .view: ["id", "uuid"]
    }
  }
}
