/// Reads the entries of ``DueSurvey`` through its own connection; run it in the background if the inventory is large.
public final class DueReading: Sendable {
  private let store: InventoryStore
  private let openItems: [Item]
  private let reading = InterruptibleReading()

  /// Prepares to read an inventory; call it on the thread of its store.
  public init(store: InventoryStore) throws(InventoryError) {
    self.store = store
    openItems = try store.privacy.contents?.all() ?? []
  }

  /// Cancels the reading soon; it then returns `nil`.
  public func cancel() { reading.cancel() }

  /// Reads all entries; returns `nil` if cancelled.
  ///
  /// A login with content limits sees only the items that it may see, and private items are left out unless they are
  /// open here.
  public func survey(_ question: DueQuestion) throws(InventoryError) -> DueSurvey? {
    let reader = try? store.database.openReader()
    defer { store.database.giveBack(reader) }
    return try reading.read(reader, or: store.database.file) { db in
      try DueSurvey(question, openItems: openItems, db)
    }
  }
}
