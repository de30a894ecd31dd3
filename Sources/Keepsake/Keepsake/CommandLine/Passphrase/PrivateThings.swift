import Inventory
import RepriseSecurity
import Reprise
import Sync

/// What only the passphrase opens.
nonisolated struct PrivateThings {
  private let items: Int
  private let places: Int
  private let drafts: Int

  /// Counts them; `nil` without any.
  ///
  /// Places in the trash do not count: nobody can reach them.
  ///
  /// - Parameter keys: The keys, if they are open: then what they do not open, as of another home, does not count.
  init?(in paths: AppDirectories, openedWith keys: KeyBag? = nil) throws {
    let store = try Workspace.openInventory(in: paths.data)
    if let keys { store.openPrivateItems(with: PrivateSealing(keys: keys)) }
    if keys == nil {
      items = try store.privacy.itemCount()
      places = try store.privacy.places().count { $0.deletedAt == nil }
    } else {
      items = try store.privacy.openItemCount() + Self.hiddenItemCount(store)
      places = try store.privacy.places().count {
        try $0.deletedAt == nil && ($0.isPrivate || store.household.hasOwnSeal(of: .place($0.uuid)))
      }
    }
    drafts = try DraftStore(directory: paths.data).drafts().count(where: \.isPrivate)
    if items + places + drafts == 0 { return nil }
  }

  /// How many items were sealed here, and are shown as another home sealed them at the same time.
  private static func hiddenItemCount(_ store: InventoryStore) throws -> Int {
    try store.household.undecidedItems().count { try store.household.hasOwnSeal(of: .item($0)) }
  }

  /// How many there are: `1 private item and 2 private drafts`.
  var words: String {
    let parts = parts(
      Figures.count(items, "private item", "private items"),
      Figures.count(places, "private place", "private places"),
      Figures.count(drafts, "private draft", "private drafts"))
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// What to do in a window, so that nothing is private any more.
  var advice: String {
    parts(
      "press H on each item, those in the trash, too", "press H on each private place",
      "save or discard each draft"
    ).joined(separator: ", and ")
  }

  /// Those of the texts that there is something for.
  private func parts(_ ofItems: String, _ ofPlaces: String, _ ofDrafts: String) -> [String] {
    [(items, ofItems), (places, ofPlaces), (drafts, ofDrafts)].filter { $0.0 > 0 }.map(\.1)
  }
}
