import Inventory
import Reprise

/// What the command line asks of the interface.
nonisolated struct InterfaceRequest {
  /// The session to open; without it the most recent one that is free.
  var session: String?

  /// Whether to start clean.
  var fresh = false

  /// Whether to show the sample home.
  var isDemo = false

  /// What to show, by number or name; without it the saved place.
  var item: String?

  /// Where to go.
  ///
  /// Nowhere when the guardian started the app again: it comes back where it crashed.
  ///
  /// - Throws: When there is nothing of that name.
  func destination(in store: InventoryStore) throws -> Destination? {
    guard Guardian.restarts == 0 else { return nil }
    return try item.map { try Destination($0, in: store) }
  }
}
