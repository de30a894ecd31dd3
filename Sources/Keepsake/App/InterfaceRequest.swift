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

  /// Why the interface is launched: for an item, unless the guardian started the app again, which
  /// then comes back where it crashed.
  var launchOptions: LaunchOptions {
    LaunchOptions(item: Guardian.restarts == 0 ? item : nil)
  }

  /// Where to go instead of the saved place.
  ///
  /// - Throws: When there is nothing of that name.
  func destination(in store: InventoryStore) throws -> Destination? {
    try launchOptions.item.map { try Destination($0, in: store) }
  }
}
