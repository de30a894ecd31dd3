import Foundation
import GRDB
import Synchronization

/// The inventory on disk: items, places, tags, and the change log for undo.
///
/// A store is one connection. The interface uses one on the main thread; a long import opens another on
/// its own thread. Statements are prepared at first use and kept.
public final class InventoryStore: Sendable {
  /// The identity of this inventory; a saved session belongs to one.
  public let uuid: UUID
  /// The currency of prices; the settings can change it.
  public var currency: Currency { state.withLock { $0.currency } }

  var file: DatabaseFile { files.current }
  private let files: StoreFile
  /// Results of searches that later ones need.
  let searchMemory = SearchMemory()
  /// Opens what is private, once somebody has the keys.
  let privateItems = Mutex<PrivateItems?>(nil)
  private let state: Mutex<StoreState>
  /// What the login may see, and what ratings mean.
  let guideInUse: Mutex<RatingGuide>

  /// Opens the inventory in a directory, creating both if they do not exist.
  ///
  /// - Parameters:
  ///   - directory: An absolute path; made with mode 0700.
  ///   - access: Whether to create and write files; see ``unwritable`` for the result.
  ///   - currency: The currency of a new inventory; an existing one has its own.
  ///   - guide: What the login may see, and what ratings mean.
  /// - Throws: `InventoryError`, whose kind gives the exit status.
  public init(
    directory path: String, access: StoreAccess = .write, currency newCurrency: Currency = .euro,
    guide: RatingGuide = .none
  ) throws(InventoryError) {
    guideInUse = Mutex(guide)
    let directory = try DataDirectory(path: path, create: access != .read)
    self.directory = path
    let file = try Self.open(directory, access, newCurrency)
    files = StoreFile(file)
    let meta = try file.read(Meta.load)
    uuid = meta.uuid
    state = Mutex(meta.state)
    try sortWhenOpened(for: access)
  }

  private func sortWhenOpened(for access: StoreAccess) throws(InventoryError) {
    guard access == .read else { return try sortIfNeeded() }
    guard !guide.limits.isNone, limitsOfFile != guide.limits.text else { return }
    // Who only reads has another connection sort the file.
    _ = try InventoryStore(directory: directory, guide: guide)
    try refresh()
  }

  /// The limits by which the file is sorted, as a text.
  var limitsOfFile: String { state.withLock { $0.limits } }

  /// The limits by which drafts are withheld; empty if they are not sorted yet, `nil` if none is withheld.
  var limitsOfDrafts: String? { state.withLock { $0.limitsOfDrafts } }

  private static func open(
    _ directory: DataDirectory, _ access: StoreAccess, _ currency: Currency
  ) throws(InventoryError) -> DatabaseFile {
    try DatabaseFile.open(
      directory: directory, name: "inventory", applicationID: Schema.applicationID,
      access: access, oldestReadable: Schema.oldestReadable,
      migrations: Schema.migrations(currency: currency))
  }

  /// Tries again to open the inventory for writing, if that was asked for and failed.
  ///
  /// - Returns: Whether it became writable; lists must be opened again then.
  public func recover() -> Bool {
    var meta: Meta?
    let isBack = files.recover(in: directory) { () throws(InventoryError) in
      let opened = try Self.open(DataDirectory(path: directory, create: false), .write, currency)
      let found = try opened.read(Meta.load)
      guard found.uuid == uuid else {
        throw InventoryError(
          .replaced, "\(opened.path) was replaced while it was open: quit and start again")
      }
      meta = found
      return opened
    }
    guard isBack, let meta else { return false }
    searchMemory.forget()
    remember(meta.state)
    return true
  }

  /// Why nothing can be saved, if saving was asked for: the disk is full or read-only.
  public var unwritable: InventoryError? { file.unwritable }

  /// The path of the database.
  public var path: String { file.path }

  /// What was put aside when the inventory was opened, in one line.
  public var openingNotice: String? { file.notice }

  /// The directory of the database.
  public let directory: String

  /// Grows with every transaction that changes data, in any program.
  ///
  /// The last value seen; `refresh()` checks for changes by other programs.
  public var dataVersion: Int64 { state.withLock { $0.dataVersion } }

  /// Whether something has become private, here or in another home, or been withheld since ``sweepTraces(_:)``.
  public var hasTraces: Bool { state.withLock { $0.hasTraces } }

  /// Whether the word index of a former format is still in the file; see ``BackgroundWordRebuild``.
  public var hasWordsToRebuild: Bool { state.withLock { $0.hasWordsToRebuild } }

  /// How many changes the household's server does not have yet; `nil` without a household.
  public var householdWaiting: Int? { state.withLock { $0.householdWaiting } }

  /// Whether the inventory belongs to a household.
  public var isInHousehold: Bool { householdWaiting != nil }

  /// Whether nobody writes to the inventory: then everything of which its log has told can be read.
  ///
  /// - Parameter patience: How long to wait for a writer, in milliseconds.
  public func isAtRest(patience: Int) -> Bool { file.isAtRest(patience: patience) }

  /// The number of items.
  public var counts: InventoryCounts { state.withLock { $0.counts } }

  /// Whether another program has changed the data since the last call; takes some microseconds.
  @discardableResult
  public func refresh() throws(InventoryError) -> Bool {
    guard try file.hasChangedOutside() else { return false }
    let latest = try file.read { try Meta.load($0).state }
    let isNew = remember(latest)
    // A program without these limits had the file; one without any leaves it as it is.
    if !guide.limits.isNone { try sortIfNeeded() }
    return isNew
  }

  /// Merges a part of the word index, and checkpoints the write-ahead log.
  ///
  /// Waits for the disk; call it repeatedly when idle.
  ///
  /// - Returns: `false` if another program is writing.
  @discardableResult
  public func checkpoint() throws(InventoryError) -> Bool {
    do {
      try file.write(patience: 0) { db in
        try SearchIndex.mergeSome(db)
        return ((), .commit)
      }
    } catch {
      if error.kind == .locked { return false }
      throw error
    }
    return try file.checkpoint()
  }

  /// A read-only connection for another thread; give it back.
  func openReader() throws(InventoryError) -> DatabaseFile {
    try files.reader { () throws(InventoryError) in
      try Self.open(DataDirectory(path: directory, create: false), .read, currency)
    }
  }

  /// Takes back a connection of ``openReader()``.
  func giveBack(_ reader: DatabaseFile?) {
    if let reader { files.giveBack(reader) }
  }

  /// Opens the same inventory with another connection, for a large change on another thread.
  ///
  /// - Returns: `nil` if the files are no longer at their path, as those of a scratch copy.
  public func openAgain() throws(InventoryError) -> InventoryStore? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let again = try InventoryStore(directory: directory, guide: guide)
    if let privacy { again.openPrivateItems(with: privacy.sealing) }
    return again.uuid == uuid ? again : nil
  }

  /// Frees the database's cache, which is read again when needed.
  public func releaseMemory() {
    files.releaseMemory()
    searchMemory.forget()
  }

  /// Runs SQLite's checks of the file and of its references.
  ///
  /// Reads the whole file.
  public func checkIntegrity() throws(InventoryError) {
    let path = file.path
    try file.read { db in
      let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check") ?? ""
      let orphan = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check")
      guard verdict == "ok", orphan == nil else {
        throw InventoryError(.badData, "\(path) is damaged (\(verdict)); restore it from a backup")
      }
    }
  }

  /// Updates the state after a write; returns whether it changed.
  @discardableResult
  func remember(_ latest: StoreState) -> Bool {
    state.withLock { current in
      guard current != latest else { return false }
      current = latest
      return true
    }
  }
}
