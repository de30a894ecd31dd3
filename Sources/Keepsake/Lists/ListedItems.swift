import Foundation
import Inventory
import Reprise

/// What a list of items is about: one object for the list and for the item opened from it.
///
/// Registered with the application, so that it is saved once and both get it back: the list is
/// narrowed and sorted by it, the item finds its neighbours in it, and the list learns from it which of them
/// the person went on to.
final class ListedItems: StateRestoring, ObjectRestoration {
  /// Where the items lie.
  let scope: ItemQuery.Scope

  /// What the person is looking for; blank shows everything.
  private(set) var filter: String

  /// In which order the person wants the items.
  private(set) var order: ItemQuery.Order

  /// The item that the person went on to while the list was covered.
  private var current: UUID?

  /// The list; its path leads here.
  weak var list: ListViewController?

  private let context: AppContext
  private var opened: ItemList?

  init(
    context: AppContext, scope: ItemQuery.Scope, filter: String = "",
    order: ItemQuery.Order = .name
  ) {
    self.context = context
    self.scope = scope
    self.filter = filter
    self.order = order
  }

  /// Makes the object available to preservation, below its list.
  func register(for list: ListViewController) {
    self.list = list
    context.application?.registerObject(
      forStateRestoration: self, restorationIdentifier: "listed items")
  }

  private func setNeedsPreservation() {
    context.application?.setNeedsPreservation(of: self)
  }

  // MARK: - Rows

  var query: ItemQuery { ItemQuery(scope: scope, filter: filter, order: order) }

  /// Shows only what a text is found in.
  func narrow(to text: String) {
    guard text != filter else { return }
    filter = text
    opened = nil
    setNeedsPreservation()
  }

  /// Has the items come in an order.
  func sort(by order: ItemQuery.Order) {
    guard order != self.order else { return }
    self.order = order
    opened = nil
    setNeedsPreservation()
  }

  /// Opens the rows anew, around one that was seen earlier.
  func open(anchor: ListAnchor?) throws -> ItemList {
    let items = try ItemList(store: context.store, query: query, anchor: anchor)
    opened = items
    return items
  }

  /// The rows, opened when somebody first asks for them.
  func rows() throws -> ItemList { try opened ?? open(anchor: nil) }

  // MARK: - Going on from item to item

  /// Takes note that an item of the list is looked at now.
  func goOn(to item: UUID) {
    guard item != current else { return }
    current = item
    setNeedsPreservation()
  }

  /// The item that was gone on to, for the list to select it once.
  func takeCurrent() -> UUID? {
    guard let item = current else { return nil }
    current = nil
    setNeedsPreservation()
    return item
  }

  // MARK: - Preservation

  var restorationParent: (any StateRestoring)? { list }

  var objectRestorationClass: (any ObjectRestoration.Type)? { Self.self }

  /// Makes the object with its filter, which the list needs as soon as it is decoded itself.
  static func object(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> (any StateRestoring)? {
    guard let context = coder.environment[AppContext.self],
      let scope = coder.decodeString(forKey: "scope").flatMap(ItemQuery.Scope.init(name:))
    else { return nil }
    return ListedItems(
      context: context, scope: scope, filter: coder.decodeString(forKey: "filter") ?? "",
      order: coder.decodeString(forKey: "order").flatMap(ItemQuery.Order.init) ?? .name)
  }

  func encodeRestorableState(with coder: Coder) {
    coder.encode(scope.name, forKey: "scope")
    coder.encode(filter, forKey: "filter")
    coder.encode(order.rawValue, forKey: "order")
    coder.encode(current?.uuidString, forKey: "current")
  }

  func decodeRestorableState(with coder: Coder) {
    current = coder.decodeString(forKey: "current").flatMap(UUID.init(uuidString:))
  }
}
