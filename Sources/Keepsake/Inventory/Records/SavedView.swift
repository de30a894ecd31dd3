import Foundation
import Storage

/// A filter with a name, with the order of its items and the columns that its list leaves out.
///
/// Its text is stored readable, also if it contains words of private items.
public struct SavedView: Hashable, Sendable {
  /// Its identity, which each home has for itself.
  public var uuid: UUID
  /// Its name, unique with case ignored.
  public var name: String
  /// The text of the filter, with the operator of its shelf; blank for all items.
  public var filter: String
  /// The identifiers of the columns that the list leaves out.
  public var hiddenColumns: [String]
  /// The name of the order, which a newer version may know.
  private var sort: String
  /// When it was deleted.
  public internal(set) var deletedAt: Timestamp?

  /// Makes a view.
  public init(
    uuid: UUID = Identity.new(), name: String, filter: String, order: ItemQuery.Order = .name,
    hiddenColumns: some Sequence<String> = []
  ) {
    (self.uuid, self.name, self.filter, sort) = (uuid, name, filter, order.rawValue)
    self.hiddenColumns = Array(hiddenColumns)
  }

  /// The order of the items; the usual one if this version doesn't know it.
  public var order: ItemQuery.Order {
    get { ItemQuery.Order(rawValue: sort) ?? .name }
    set { sort = newValue.rawValue }
  }

  /// The query of its items.
  public var query: ItemQuery { ItemQuery(filter: filter, order: order) }
}

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
      column: SyncedColumn("sort", .text, empty: .text(ItemQuery.Order.name.rawValue)),
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
