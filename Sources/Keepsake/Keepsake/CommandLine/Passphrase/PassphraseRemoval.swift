import Sync
import Inventory
import Preservation
import Reprise
import RepriseCommands
import RepriseSecurity

/// `keepsake passphrase --remove`: reseals everything with the login's key, then removes the passphrase.
///
/// Private items would be lost with the keys, so there must be none. Saved states are resealed first: if a kill
/// interrupts, windows seal them with the passphrase again.
nonisolated struct PassphraseRemoval {
  private let paths: AppDirectories
  private let vault: Vault

  init(_ paths: AppDirectories, _ vault: Vault) {
    (self.paths, self.vault) = (paths, vault)
  }

  func run() throws {
    guard let keys = try vault.open() else {
      throw UsageFailure(status: .noInput, message: "there is no passphrase to remove")
    }
    try keys.unlock(passphrase: PassphraseCommand.passphrase())
    let home = StateHome(path: paths.state)
    let login = try LoginKeyProvider.mending(file: paths.keyFile)
    do {
      try home.resealAll(from: keys, to: login) { isAlone in
        // No item can become private now, because that takes a window.
        try refuseForPrivateItems(keys)
        try openTrashedPlaces(keys)
        // Content that can't be opened would be lost.
        _ = try CredentialFile.of(paths, keys: keys).read()
        try AgentMemory.unseal(of: paths, with: keys)
        _ = try CredentialFile.giveToLogin(paths, from: keys) {
          try vault.remove(ifAlone: isAlone)
        }
      }
    } catch StateError.busy {
      throw Vault.isOpen
    }
    Console.message("Passphrase removed; windows now open without one")
  }

  /// Opens the names of places in the trash, which no screen shows: they would be lost with the
  /// keys.
  private func openTrashedPlaces(_ keys: KeyBag) throws {
    let store = try Workspace.openInventory(access: .write, in: paths.data)
    store.openPrivateItems(with: PrivateSealing(keys: keys))
    // Content that these keys don't open belongs to another home.
    for place in try store.privacy.places() where place.isPrivate && place.deletedAt != nil {
      try store.attachments.setPrivacy(
        ofPlace: place.uuid, isPrivate: false, session: "passphrase")
    }
  }

  /// Throws if private items, places or drafts exist.
  private func refuseForPrivateItems(_ keys: KeyBag) throws {
    guard let there = try PrivateThings(in: paths, openedWith: keys) else { return }
    throw UsageFailure(
      status: .badData,
      message: "the passphrase is still needed for \(there.words); in a window, "
        + there.advice)
  }
}

/// The items, places and drafts that only the passphrase opens.
nonisolated struct PrivateThings {
  private let items: Int
  private let places: Int
  private let drafts: Int

  /// Counts them; `nil` if there are none.
  ///
  /// Places in the trash don't count, because no screen shows them.
  ///
  /// - Parameter keys: The keys, if they are open: then content that they can't open, such as another home's, doesn't count.
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

  /// The number of items that were sealed here but show the version that another home sealed at the same time.
  private static func hiddenItemCount(_ store: InventoryStore) throws -> Int {
    try store.household.conflictingItems().count { try store.household.hasOwnSeal(of: .item($0)) }
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

  /// The steps in a window after which nothing is private.
  var advice: String {
    parts(
      "press H on each item, also in the trash", "press H on each private place",
      "save or discard each draft"
    ).joined(separator: ", and ")
  }

  /// The texts whose count isn't zero.
  private func parts(_ ofItems: String, _ ofPlaces: String, _ ofDrafts: String) -> [String] {
    [(items, ofItems), (places, ofPlaces), (drafts, ofDrafts)].filter { $0.0 > 0 }.map(\.1)
  }
}
