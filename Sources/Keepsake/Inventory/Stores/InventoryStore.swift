import Foundation

/// An open inventory: its database, and the stores that read and write it.
///
/// Each store has one subject and gets the stores it needs from this type:
///
/// | store | subject |
/// | --- | --- |
/// | ``database`` | the file, its transactions, its counters |
/// | ``privacy`` | sealed items, places and files |
/// | ``places``, ``items`` | reading places and items |
/// | ``attachments`` | the files of items |
/// | ``changes`` | every edit of items, places and attachments; undo, redo |
/// | ``settings`` | currency, owner and policy |
/// | ``views`` | saved views |
///
/// A long import opens another on its own thread: see ``openAgain()``.
public final class InventoryStore: Sendable {
  /// The file, its transactions, its counters.
  public let database: InventoryDatabase
  /// The sealed items, places and files.
  public let privacy: PrivacyStore
  /// The places.
  public let places: PlaceStore
  /// The items, their categories and tags.
  public let items: ItemStore
  /// The edits of a session, and their undo.
  public let changes: ChangeStore
  /// The files of items.
  public let attachments: AttachmentStore
  /// Currency, owner and policy.
  public let settings: SettingsStore
  /// The saved views.
  public let views: ViewStore
  /// Results of searches that later ones need.
  let searchMemory = SearchMemory()

  /// Opens the inventory in a directory, creating both if they do not exist.
  ///
  /// - Parameters:
  ///   - directory: An absolute path; created with mode 0700.
  ///   - access: Whether to create and write files; see ``InventoryDatabase/unwritable`` for the
  ///     result.
  ///   - currency: The currency of a new inventory; an existing one has its own.
  ///   - limits: The login's content limits, with the levels of ratings; `nil` for work that shows
  ///     nothing to a login.
  /// - Throws: `InventoryError`, whose kind gives the exit status.
  public convenience init(
    directory: String, access: StoreAccess = .write, currency: Currency = .euro,
    limits: ContentLimits? = nil
  ) throws(InventoryError) {
    self.init(
      try InventoryDatabase(
        directory: directory, access: access, currency: currency, limits: limits))
  }

  private init(_ database: InventoryDatabase) {
    self.database = database
    privacy = PrivacyStore(database)
    places = PlaceStore(database, privacy)
    items = ItemStore(database, privacy)
    changes = ChangeStore(database, privacy, items)
    attachments = AttachmentStore(
      database, privacy, items, changes, contentsIn: database.directory)
    settings = SettingsStore(database)
    views = ViewStore(database)
  }

  /// Opens the same inventory with another connection, for a large change on another thread.
  ///
  /// - Returns: `nil` if the files are no longer at their path, for example those of a scratch copy.
  public func openAgain() throws(InventoryError) -> InventoryStore? {
    guard let again = try database.openAgain().map(InventoryStore.init) else { return nil }
    if let sealing = privacy.sealing { again.openPrivateItems(with: sealing) }
    return again
  }

  /// Opens private items for this connection: it shows and finds them like other items, and seals
  /// their changes.
  ///
  /// Without it they are masked. Everything on the disk is sealed either way.
  public func openPrivateItems(with sealing: any ItemSealing) {
    privacy.open(with: sealing)
    searchMemory.forget()
  }

  /// Tries again to open the inventory for writing, if that was asked for and failed.
  ///
  /// - Returns: Whether it became writable; lists must be opened again then.
  public func recover() -> Bool {
    guard database.recover() else { return false }
    searchMemory.forget()
    return true
  }

  /// Frees caches, which are filled again when needed.
  public func releaseMemory() {
    database.releaseMemory()
    searchMemory.forget()
  }
}
