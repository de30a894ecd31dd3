import Foundation
import GRDB
import Synchronization

/// The database of an inventory: one connection, its transactions, and the counters of the file.
///
/// The interface uses one on the main thread; a long import opens another on its own thread. Statements are
/// prepared at first use and kept.
public final class InventoryDatabase: Sendable {
  /// The identity of this inventory; a saved session belongs to one.
  public let uuid: UUID
  /// The directory of the database.
  public let directory: String

  private let files: StoreFile
  private let state: Mutex<StoreState>
  private let limitsInUse: Mutex<ContentLimits?>

  /// Opens the inventory in a directory, creating both if they do not exist.
  ///
  /// - Parameters:
  ///   - directory: An absolute path; made with mode 0700.
  ///   - access: Whether to create and write files; see ``unwritable`` for the result.
  ///   - currency: The currency of a new inventory; an existing one has its own.
  ///   - limits: The limits of the login, and the meaning of ratings; `nil` for work that shows nothing to a login.
  /// - Throws: `InventoryError`, whose kind gives the exit status.
  init(
    directory path: String, access: StoreAccess, currency newCurrency: Currency,
    limits: ContentLimits?
  ) throws(InventoryError) {
    limitsInUse = Mutex(limits)
    let directory = try DataDirectory(path: path, create: access != .read)
    self.directory = path
    let file = try Self.open(directory, access, newCurrency, limits ?? .none)
    files = StoreFile(file)
    let meta = try file.read(Meta.load)
    uuid = meta.uuid
    state = Mutex(meta.state)
    if access != .read, limits != nil { try? noteLimits() }
  }

  private static func open(
    _ directory: DataDirectory, _ access: StoreAccess, _ currency: Currency, _ limits: ContentLimits
  ) throws(InventoryError) -> DatabaseFile {
    let file = try DatabaseFile.open(
      directory: directory, name: "inventory", applicationID: Schema.applicationID,
      access: access, oldestReadable: Schema.oldestReadable,
      migrations: Schema.migrations(currency: currency))
    if !limits.isNone { try file.read { try LimitedViews.install(limits, $0) } }
    return file
  }

  /// Tries again to open the inventory for writing, if that was asked for and failed.
  ///
  /// - Returns: Whether it became writable; lists must be opened again then.
  func recover() -> Bool {
    var meta: Meta?
    let isBack = files.recover(in: directory) { () throws(InventoryError) in
      let opened = try Self.open(
        DataDirectory(path: directory, create: false), .write, currency, limits)
      let found = try opened.read(Meta.load)
      guard found.uuid == uuid else {
        throw InventoryError(
          .replaced, "\(opened.path) was replaced while it was open: quit and restart Keepsake")
      }
      meta = found
      return opened
    }
    guard isBack, let meta else { return false }
    remember(meta.state)
    return true
  }

  // MARK: - The state of the file

  /// Why nothing can be saved, if saving was asked for: the disk is full or read-only.
  public var unwritable: InventoryError? { file.unwritable }

  /// The path of the database.
  public var path: String { file.path }

  /// A line about files that were put aside when the inventory was opened.
  public var openingNotice: String? { file.notice }

  /// The currency of prices; the settings can change it.
  public var currency: Currency { state.withLock { $0.currency } }

  /// Grows with every transaction that changes data, in any program.
  ///
  /// The last value seen; `refresh()` checks for changes by other programs.
  public var dataVersion: Int64 { state.withLock { $0.dataVersion } }

  /// The number of items.
  public var counts: InventoryCounts { state.withLock { $0.counts } }

  /// Whether anything became private, here or in another home, or the limits changed since
  /// ``PrivacyStore/scrubDeleted(_:)``.
  public var hasTraces: Bool { state.withLock { $0.hasTraces } }

  /// Whether the word index of a former format is still in the file; see ``BackgroundWordRebuild``.
  public var hasWordsToRebuild: Bool { state.withLock { $0.hasWordsToRebuild } }

  /// The number of changes that the household's server does not have yet; `nil` without a household.
  public var householdWaiting: Int? { state.withLock { $0.householdWaiting } }

  /// Whether the inventory belongs to a household.
  public var isInHousehold: Bool { householdWaiting != nil }

  /// Whether no program is writing to the inventory, so that everything announced by its log can be read.
  ///
  /// - Parameter timeout: How long to wait for a writer, in milliseconds.
  public func isAtRest(timeout: Int) -> Bool { file.isAtRest(timeout: timeout) }

  /// Whether another program has changed the data since the last call; takes some microseconds.
  @discardableResult
  public func refresh() throws(InventoryError) -> Bool {
    guard try file.hasChangedOutside() else { return false }
    let latest = try file.read { try Meta.load($0).state }
    return remember(latest)
  }

  /// Updates the state after a write; returns whether it changed.
  @discardableResult
  private func remember(_ latest: StoreState) -> Bool {
    state.withLock { current in
      guard current != latest else { return false }
      current = latest
      return true
    }
  }

  /// The time of the last recorded backup; `nil` without one.
  ///
  /// Not a change of the data: undo and lists ignore it.
  public func lastBackup() throws(InventoryError) -> Timestamp? {
    try file.read(Meta.lastBackup)
  }

  /// Records a backup, unless a later one is recorded.
  public func noteBackup(at time: Timestamp) throws(InventoryError) {
    try file.write { db in (try Meta.noteBackup(at: time, db), .commit) }
  }

  // MARK: - Reading and writing

  /// The file, which another one replaces when it becomes writable.
  var file: DatabaseFile { files.current }

  /// Reads without a transaction: each statement is consistent, but not with the next one.
  public func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    try file.read(body)
  }

  /// Runs the body in a transaction under the lock, which also updates counters and data version.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for another writer, in milliseconds.
  ///   - isWhole: Whether the body sees what the limits of the login hide, as for changes of other homes.
  public func write<Value>(
    source: String, timeout: Int = 2000, isWhole: Bool = false,
    _ body: (WriteTransaction) throws -> Value
  ) throws(InventoryError) -> Value {
    let (value, latest) = try file.write(timeout: timeout) { db in
      let before = try Meta.load(db)
      let limits = self.limits
      let transaction = try WriteTransaction(
        db, source: source, meta: before, limits: limits, isWhole: isWhole)
      try SyncTriggers.installIfNeeded(db)
      let value = try Self.seeingEverything(isWhole, db) { try body(transaction) }
      guard !transaction.isRehearsal, transaction.isDirty || transaction.hasBookkeeping else {
        return ((value, before.state), .rollback)
      }
      try transaction.counts.apply(db)
      if transaction.isDirty {
        try Meta.add(1, to: "data_version", db)
        try Meta.noteSource(source, db)
      }
      return ((value, try Meta.load(db).state), .commit)
    }
    remember(latest)
    return value
  }

  /// Runs a transaction that changes a known number of rows.
  ///
  /// With SQLite's usual cache, a change of thousands of rows writes the same pages many times.
  func write<Value>(
    source: String, rows: Int, _ body: (WriteTransaction) throws -> Value
  ) throws(InventoryError) -> Value {
    guard rows > Self.fewRows else { return try write(source: source, body) }
    return try writeInBulk(source: source, timeout: 2000, body)
  }

  /// The number of rows whose pages fit into the usual cache.
  private static let fewRows = 200

  /// Runs a transaction that writes thousands of rows, with more memory for pages and words.
  func writeInBulk<Value>(
    source: String, timeout: Int = 10_000, _ body: (WriteTransaction) throws -> Value
  ) throws(InventoryError) -> Value {
    let file = file
    return try file.withCache(.bulk) { () throws(InventoryError) in
      try write(source: source, timeout: timeout) { transaction in
        try SearchIndex.setBuffer(bytes: 2 << 20, transaction.db)
        let value = try body(transaction)
        try SearchIndex.setBuffer(bytes: 1 << 20, transaction.db)
        return value
      }
    }
  }

  /// Reads many rows in a consistent snapshot, with more memory for the pages that are needed again and again.
  func readInBulk(_ body: (Database) throws -> Void) throws {
    let file = file
    try file.withCache(.reading) {
      try file.queue.unsafeRead { db in
        try db.inTransaction(.deferred) {
          try body(db)
          return .commit
        }
      }
    }
  }

  // MARK: - Other connections

  /// A read-only connection for another thread; give it back.
  func openReader() throws(InventoryError) -> DatabaseFile {
    try files.reader { () throws(InventoryError) in
      try Self.open(DataDirectory(path: directory, create: false), .read, currency, limits)
    }
  }

  /// Takes back a connection of ``openReader()``.
  func giveBack(_ reader: DatabaseFile?) {
    if let reader { files.giveBack(reader) }
  }

  /// Opens the same file with another connection.
  ///
  /// - Returns: `nil` if the files are no longer at their path, for example those of a scratch copy.
  func openAgain() throws(InventoryError) -> InventoryDatabase? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let again = try InventoryDatabase(
      directory: directory, access: .write, currency: currency,
      limits: limitsInUse.withLock { $0 })
    return again.uuid == uuid ? again : nil
  }

  // MARK: - Maintenance

  /// Merges a part of the word index, and checkpoints the write-ahead log.
  ///
  /// Waits for the disk; call it repeatedly when idle.
  ///
  /// - Returns: `false` if another program is writing.
  @discardableResult
  public func checkpoint() throws(InventoryError) -> Bool {
    do {
      try file.write(timeout: 0) { db in
        try SearchIndex.mergeSome(db)
        return ((), .commit)
      }
    } catch {
      if error.kind == .locked { return false }
      throw error
    }
    return try file.checkpoint()
  }

  /// Truncates the write-ahead log, which may still contain former pages.
  ///
  /// - Returns: `false` if another program is reading or writing.
  @discardableResult
  public func emptyLog() throws(InventoryError) -> Bool { try file.checkpoint(.truncate) }

  /// Frees the database's cache, which is read again when needed.
  func releaseMemory() { files.releaseMemory() }

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

  /// Rebuilds a part of the word index, which takes a few milliseconds.
  ///
  /// - Returns: `nil` if another program is writing.
  func rebuildSomeWords(_ rows: Int = 256) throws(InventoryError) -> WordRebuild.State? {
    do {
      let state = try file.write(timeout: 0) { db in
        (try WordRebuild.advance(by: rows, db), .commit)
      }
      if state != .filling { remember(try file.read { try Meta.load($0).state }) }
      return state
    } catch {
      if error.kind == .locked { return nil }
      throw error
    }
  }

  // MARK: - The limits of the login

  /// The limits of the login, and the meaning of ratings.
  public var limits: ContentLimits { limitsInUse.withLock { $0 } ?? .none }

  /// Applies other limits immediately.
  ///
  /// Counts as a change of the data, so that lists and searches start again.
  ///
  /// - Returns: Whether the limits changed.
  /// - Throws: If the change can't be recorded in the file. Nothing hidden is shown then.
  @discardableResult
  public func apply(_ limits: ContentLimits) throws(InventoryError) -> Bool {
    guard limits != self.limits else { return false }
    limitsInUse.withLock { $0 = limits }
    files.retireReaders()
    try file.read { try LimitedViews.install(limits, $0) }
    do throws(InventoryError) {
      try noteLimits(isChange: true)
    } catch {
      guard !limits.isNone else { return true }
      throw InventoryError(
        .permission, "cannot hide what this login may not see: \(error.message)")
    }
    return true
  }

  /// Notes that files outside the inventory may show what the login may not see any more.
  ///
  /// - Parameter isChange: Whether that counts as a change of the data.
  private func noteLimits(isChange: Bool = false) throws(InventoryError) {
    let limits = limits.text
    guard isChange || state.withLock({ $0.limits }) != limits else { return }
    try write(source: "limits", timeout: 10_000) { transaction in
      try Meta.put(limits.isEmpty ? nil : limits, for: Meta.limits, transaction.db)
      if !limits.isEmpty { try Meta.put("yes", for: Meta.traces, transaction.db) }
      (transaction.isDirty, transaction.hasBookkeeping) = (isChange, true)
    }
  }

  /// Runs the body, which sees what the limits hide if it works for other homes too.
  private static func seeingEverything<Value>(
    _ isWhole: Bool, _ db: Database, _ body: () throws -> Value
  ) throws -> Value {
    guard isWhole, try LimitedViews.areInstalled(db) else { return try body() }
    // A rollback takes back that the views went, as it does with everything else.
    try LimitedViews.remove(db)
    let value = try body()
    try LimitedViews.create(db)
    return value
  }

  /// Whether any item is hidden from the login.
  public var hidesItems: Bool {
    get throws(InventoryError) { try read { try HiddenItems($0).exist() } }
  }

  /// Whether an item exists and is hidden from the login.
  public func hides(_ item: UUID) throws(InventoryError) -> Bool {
    try read { try HiddenItems($0).contain(item) }
  }
}
