import Foundation
import GRDB
import Synchronization

/// The inventory on disk: items, places, tags and the log of changes that undo reads.
///
/// One store is one connection. The interface uses it from the main thread; a long import opens a
/// store of its own on another. Statements are prepared when first used and then kept.
public final class InventoryStore: Sendable {
  /// The identity of this inventory; a saved session belongs to one (design 3).
  public let uuid: UUID
  /// What prices are counted in; the settings may change it.
  public var currency: Currency { state.withLock { $0.currency } }

  var file: DatabaseFile { files.current }
  private let files: StoreFile
  /// What searches found out that later ones need again.
  let searchMemory = SearchMemory()
  private let state: Mutex<StoreState>

  /// Opens the inventory in a directory, creating both when they do not exist.
  ///
  /// - Parameters:
  ///   - directory: an absolute path; made with mode 0700.
  ///   - access: whether files are created and written; ``unwritable`` tells what became of it.
  ///   - currency: for a new inventory only; an existing one knows its own.
  /// - Throws: `InventoryError` with the kind that tells the exit status.
  public init(
    directory path: String, access: StoreAccess = .write, currency newCurrency: Currency = .euro
  ) throws(InventoryError) {
    let directory = try DataDirectory(path: path, create: access != .read)
    self.directory = path
    let file = try Self.open(directory, access, newCurrency)
    files = StoreFile(file)
    let meta = try file.read(Meta.load)
    uuid = meta.uuid
    state = Mutex(meta.state)
  }

  private static func open(
    _ directory: DataDirectory, _ access: StoreAccess, _ currency: Currency
  ) throws(InventoryError) -> DatabaseFile {
    try DatabaseFile.open(
      directory: directory, name: "inventory", applicationID: Schema.applicationID,
      access: access, oldestReadable: Schema.oldestReadable,
      migrations: Schema.migrations(currency: currency))
  }

  /// Tries again to open the inventory for writing, where that was wanted and could not be done.
  ///
  /// - Returns: whether it can be written now and could not before; lists are to be opened anew.
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

  /// Why nothing can be saved, where that was wanted: a disk that is full or can only be read.
  public var unwritable: InventoryError? { file.unwritable }

  /// Where the database lies.
  public var path: String { file.path }

  /// One line about what was found and put aside on opening, if anything was.
  public var openingNotice: String? { file.notice }

  /// The directory in which it lies.
  public let directory: String

  /// Grows with every transaction that changes data, whoever makes it.
  ///
  /// This is the last value seen; `refresh()` looks for changes by other programs.
  public var dataVersion: Int64 { state.withLock { $0.dataVersion } }

  /// How many items there are.
  public var counts: InventoryCounts { state.withLock { $0.counts } }

  /// Looks whether another program changed the data since the last look (some microseconds).
  @discardableResult
  public func refresh() throws(InventoryError) -> Bool {
    guard try file.hasChangedOutside() else { return false }
    let latest = try file.read { try Meta.load($0).state }
    return remember(latest)
  }

  /// Tidies up: merges a little of the word index and moves the write-ahead log into the database.
  ///
  /// It waits for the disk; call it when idle, again and again.
  ///
  /// - Returns: false when another program is writing just now.
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

  /// A connection of its own that only reads, for work on another thread; to be given back.
  func openReader() throws(InventoryError) -> DatabaseFile {
    try files.reader { () throws(InventoryError) in
      try Self.open(DataDirectory(path: directory, create: false), .read, currency)
    }
  }

  /// Takes back what ``openReader()`` gave.
  func giveBack(_ reader: DatabaseFile?) {
    if let reader { files.giveBack(reader) }
  }

  /// Opens the same inventory once more, with a connection of its own, for a long change on another
  /// thread.
  ///
  /// - Returns: nil where its files are not at their place any more, as those of a copy to try things
  ///   on.
  public func openAgain() throws(InventoryError) -> InventoryStore? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let again = try InventoryStore(directory: directory)
    return again.uuid == uuid ? again : nil
  }

  /// Gives back what is kept in memory of the database; it is read again when asked for.
  public func releaseMemory() {
    files.releaseMemory()
    searchMemory.forget()
  }

  /// Asks SQLite whether the file and the references in it are sound.
  ///
  /// Reads everything.
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

  /// Takes note of the state after a write; returns whether it differs from the last one.
  @discardableResult
  func remember(_ latest: StoreState) -> Bool {
    state.withLock { current in
      guard current != latest else { return false }
      current = latest
      return true
    }
  }
}
