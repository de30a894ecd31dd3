import Foundation

extension SavedView {
  /// Makes a view.
  public init(
    uuid: UUID = Identity.new(), name: String, filter: String, order: ItemQuery.Order,
    hiddenColumns: some Sequence<String> = []
  ) {
    self.init(uuid: uuid, name: name, filter: filter, hiddenColumns: hiddenColumns)
    self.order = order
  }

  /// The order of the items; by name if this version doesn't know the stored order.
  public var order: ItemQuery.Order {
    get { ItemQuery.Order(rawValue: sort) ?? .name }
    set { sort = newValue.rawValue }
  }

  /// The query of its items.
  public var query: ItemQuery { ItemQuery(filter: filter, order: order) }
}
