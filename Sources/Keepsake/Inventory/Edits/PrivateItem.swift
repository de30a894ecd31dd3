/// A private item in both of its forms, for an edit of what lies around it.
struct PrivateItem {
  let stored: StoredItem
  let open: Item
  private let sealing: any ItemSealing

  /// - Throws: What opening throws.
  init(_ stored: StoredItem, _ sealing: any ItemSealing, _ currency: Currency) throws {
    self.stored = stored
    self.sealing = sealing
    open = try stored.item.opened(with: sealing, currency: currency)
  }

  /// The masked form after a change.
  func sealed(_ change: (inout Item) -> Void) throws -> Item {
    var item = open
    change(&item)
    return try item.masked(with: sealing)
  }
}
