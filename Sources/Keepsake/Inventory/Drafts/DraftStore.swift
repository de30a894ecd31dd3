import Foundation
import GRDB
import Synchronization

/// The drafts in a separate small database, so that a long import never delays a key press.
public final class DraftStore: Sendable {
  /// `KEED` in ASCII.
  private static let applicationID: Int32 = 0x4B45_4544
  var file: DatabaseFile { files.current }
  private let files: StoreFile
  private let sealing = Mutex<(any ItemSealing)?>(nil)
  /// The inventory whose limits decide which drafts are shown; `nil` to show all.
  let limits = Mutex<InventoryDatabase?>(nil)

  /// Opens the drafts in a directory, creating both if they do not exist.
  ///
  /// - Parameter directory: An absolute path; made with mode 0700.
  /// - Throws: As `InventoryStore` does.
  public init(directory path: String, access: StoreAccess = .write) throws(InventoryError) {
    let directory = try DataDirectory(path: path, create: access != .read)
    files = StoreFile(try Self.open(directory, access))
  }

  /// Opens the file; if it can't be created, there are no drafts.
  private static func open(
    _ directory: DataDirectory, _ access: StoreAccess
  ) throws(InventoryError) -> DatabaseFile {
    try DatabaseFile.open(
      directory: directory, name: "drafts", applicationID: applicationID, access: access,
      mayBeMissing: true, migrations: DraftSchema.migrations)
  }

  /// The existing file, in any version; `nil` if it doesn't exist.
  static func fileToCopy(in directory: DataDirectory) throws(InventoryError) -> DatabaseFile? {
    do throws(InventoryError) {
      return try DatabaseFile.open(
        directory: directory, name: "drafts", applicationID: applicationID, access: .read,
        oldestReadable: 1, migrations: DraftSchema.migrations)
    } catch {
      if error.kind == .noInput { return nil }
      throw error
    }
  }

  /// Tries again to open the drafts for writing, if that was asked for and failed.
  ///
  /// - Returns: Whether the drafts became writable.
  public func recover() -> Bool {
    files.recover(in: directory) { () throws(InventoryError) in
      try Self.open(DataDirectory(path: directory, create: false), .write)
    }
  }

  /// Why nothing can be saved, if saving was asked for.
  public var unwritable: InventoryError? { file.unwritable }

  /// Whether another program changed the drafts since the last call; takes some microseconds.
  public func refresh() throws(InventoryError) -> Bool { try file.hasChangedOutside() }

  /// The path of the database.
  public var path: String { file.path }

  private var directory: String { String(path.dropLast("/drafts.sqlite".count)) }

  /// The drafts at the same path, if the opened file has been replaced.
  ///
  /// - Throws: As opening does; a missing directory is not made again.
  public func reopened() throws(InventoryError) -> DraftStore {
    _ = try DataDirectory(path: directory, create: false)
    let again = try DraftStore(directory: directory)
    if let sealing = sealing.withLock({ $0 }) { again.openPrivateDrafts(with: sealing) }
    if let inventory = limits.withLock({ $0 }) { again.hide(by: inventory) }
    return again
  }

  /// Stores new or known drafts in one transaction.
  ///
  /// - Parameter redo: The record that brings the session's state to the turn of these drafts;
  ///   replaces the former one.
  /// - Throws: `InventoryError` of kind `conflict` if another session has taken one; nothing is stored then.
  public func put(_ drafts: [Draft], redo: Redo? = nil) throws(InventoryError) {
    guard !drafts.isEmpty else { return }
    let (now, limits) = (currentTimestamp(), limitsText)
    let rows: [StatementArguments]
    do {
      rows = try drafts.map { draft in
        let json = try json(of: draft)
        return [draft.uuid, draft.itemUUID, draft.baseRev, json, now, draft.session, limits]
      }
    } catch {
      throw InventoryError(.badData, "cannot write a draft: \(error)")
    }
    let hidesFormer = drafts.contains(where: \.isPrivate)
    try file.write { db in
      // The former content may not have been sealed.
      if hidesFormer { try db.overwriteDeletedContent() }
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO draft(uuid, item_uuid, base_rev, fields, updated_at, session, limits)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT(uuid) DO UPDATE SET item_uuid = excluded.item_uuid,
            base_rev = excluded.base_rev, fields = excluded.fields, updated_at = excluded.updated_at,
            session = excluded.session, limits = excluded.limits, discarded = NULL
          WHERE session IS NULL OR session IS excluded.session
          """)
      for row in rows {
        try statement.execute(arguments: row)
        guard db.changesCount > 0 else {
          throw InventoryError(.conflict, "this draft is open in another window")
        }
      }
      try redo?.store(in: db)
      return ((), .commit)
    }
  }

  /// A draft by its identity.
  public func draft(_ uuid: UUID) throws(InventoryError) -> Draft? {
    try fetch("uuid = ?", [uuid]).first
  }

  /// The drafts of an item, latest first.
  public func drafts(of item: UUID) throws(InventoryError) -> [Draft] {
    try fetch("item_uuid = ? ORDER BY id DESC", [item])
  }

  /// All drafts, latest first.
  public func drafts() throws(InventoryError) -> [Draft] {
    try fetch("TRUE ORDER BY id DESC", [])
  }

  /// The number of drafts, including hidden ones.
  static func count(_ db: Database) throws -> Int {
    let keepsDiscarded = try db.columns(in: "draft").contains { $0.name == "discarded" }
    let condition = keepsDiscarded ? "discarded IS NULL" : "TRUE"
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM draft WHERE \(condition)") ?? 0
  }

  /// The number of drafts, those that the login may not see among them.
  public func count() throws(InventoryError) -> Int {
    try file.read { try Self.count($0) }
  }

  /// Gives a draft to a session, if its owner has not changed since it was read.
  ///
  /// Does not change its fields.
  ///
  /// - Returns: Whether the session owns it now.
  public func claim(
    _ uuid: UUID, for session: String, from owner: String?
  ) throws(InventoryError) -> Bool {
    try file.write { db in
      try db.cachedStatement(
        sql: """
          UPDATE draft SET session = ? WHERE uuid = ? AND session IS ? AND discarded IS NULL
          """
      ).execute(arguments: [session, uuid, owner])
      return (db.changesCount > 0, .commit)
    }
  }

  /// Releases a draft of a session, so that it waits for any window.
  public func release(_ uuid: UUID, of session: String) throws(InventoryError) {
    try file.write { db in
      try db.cachedStatement(
        sql: "UPDATE draft SET session = NULL WHERE uuid = ? AND session IS ?"
      ).execute(arguments: [uuid, session])
      try Redo.delete(of: session, in: db)
      return ((), .commit)
    }
  }

  /// Removes a draft that waits or belongs to a session; never one of another session.
  ///
  /// - Parameter timeout: How long to wait for another writer, in milliseconds.
  /// - Returns: Whether there was one.
  @discardableResult
  public func delete(
    _ uuid: UUID, of session: String? = nil, timeout: Int = 2000
  ) throws(InventoryError) -> Bool {
    try file.write(timeout: timeout) { db in
      try db.cachedStatement(
        sql: "DELETE FROM draft WHERE uuid = ? AND (session IS NULL OR session IS ?)"
      ).execute(arguments: [uuid, session])
      let isDone = db.changesCount > 0
      if let session, isDone { try Redo.delete(of: session, in: db) }
      return (isDone, .commit)
    }
  }

  /// Frees the database's cache, which is read again when needed.
  public func releaseMemory() { file.releaseMemory() }

  /// Checkpoints the write-ahead log; call it at quiet moments.
  @discardableResult
  public func checkpoint() throws(InventoryError) -> Bool {
    try file.checkpoint()
  }

  private func fetch(
    _ condition: String, _ arguments: StatementArguments
  ) throws(InventoryError) -> [Draft] {
    try shown(file.read { try fetch(where: "discarded IS NULL AND " + condition, arguments, $0) })
  }

  /// The drafts that meet a condition.
  private func fetch(
    where condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [Draft] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT uuid, item_uuid, base_rev, fields, updated_at, session, limits FROM draft
        WHERE \(condition)
        """)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var drafts: [Draft] = []
    while let row = try rows.next() {
      var draft = try Draft(
        uuid: row.value(0), itemUUID: row.value(1), baseRev: row.value(2))
      readFields(try row.value(3), of: &draft)
      draft.updatedAt = try row.value(4)
      draft.session = try row.value(5)
      draft.limits = try row.value(6)
      drafts.append(draft)
    }
    return drafts
  }

  // MARK: - Private drafts

  /// Opens and seals drafts of private items for this connection.
  public func openPrivateDrafts(with sealing: any ItemSealing) {
    self.sealing.withLock { $0 = sealing }
  }

  /// Removes the discarded drafts of an item for good, and overwrites what the file and its log hold of former drafts.
  public func eraseFormerDrafts(of item: UUID) throws(InventoryError) {
    try file.write { db in
      try db.overwriteDeletedContent()
      try db.cachedStatement(
        sql: "DELETE FROM draft WHERE discarded IS NOT NULL AND (item_uuid = ? OR uuid = ?)"
      ).execute(arguments: [item, item])
      return ((), .commit)
    }
    try file.checkpoint(.truncate)
  }

  /// The stored form of a private draft's fields.
  private struct SealedFields: Codable {
    var sealed: Data
  }

  private func json(of draft: Draft) throws -> String {
    let encoder = JSONEncoder()
    let plain = try encoder.encode(draft.fields)
    guard draft.isPrivate else { return String(decoding: plain, as: UTF8.self) }
    guard let sealing = sealing.withLock({ $0 }) else { throw InventoryError.isPrivate }
    let sealed = SealedFields(sealed: Data(try sealing.seal(Array(plain), of: draft.uuid)))
    return String(decoding: try encoder.encode(sealed), as: UTF8.self)
  }

  /// Reads the fields of a draft; empty if they are sealed and can't be opened.
  private func readFields(_ json: String?, of draft: inout Draft) {
    guard var bytes = json.map({ Data($0.utf8) }) else { return }
    let decoder = JSONDecoder()
    if let sealed = try? decoder.decode(SealedFields.self, from: bytes) {
      draft.isPrivate = true
      guard let sealing = sealing.withLock({ $0 }),
        let plain = try? sealing.open(Array(sealed.sealed), of: draft.uuid)
      else {
        draft.isSealed = true
        return
      }
      bytes = Data(plain)
    }
    draft.fields = (try? decoder.decode(DraftFields.self, from: bytes)) ?? DraftFields()
  }
}

/// The latest discarded drafts are hidden and kept for undo.
extension DraftStore {
  /// The maximum number of discarded drafts.
  static let discardedLimit = 100

  /// The maximum size of their texts together, in bytes; the latest draft is kept whatever its size.
  static let discardedSizeLimit = 4 << 20

  /// Discards a draft that waits or belongs to a session; never one of another session.
  ///
  /// - Parameter timeout: How long to wait for another writer, in milliseconds.
  /// - Returns: Whether the draft is discarded, by this call or an earlier one.
  @discardableResult
  public func discard(
    _ uuid: UUID, of session: String? = nil, timeout: Int = 2000
  ) throws(InventoryError) -> Bool {
    try file.write(timeout: timeout) { db in
      try db.cachedStatement(
        sql: """
          UPDATE draft SET session = NULL,
            discarded = (SELECT ifnull(max(discarded), 0) + 1 FROM draft)
          WHERE uuid = ? AND discarded IS NULL AND (session IS NULL OR session IS ?)
          """
      ).execute(arguments: [uuid, session])
      try Self.forgetOldest(in: db)
      if let session { try Redo.delete(of: session, in: db) }
      return (try Self.isDiscarded(uuid, in: db), .commit)
    }
  }

  /// Restores a discarded draft, which then waits for any window.
  ///
  /// - Returns: Whether the draft is back; `false` if too many later ones have displaced it.
  @discardableResult
  public func restore(_ uuid: UUID) throws(InventoryError) -> Bool {
    try file.write { db in
      try db.cachedStatement(sql: "UPDATE draft SET discarded = NULL WHERE uuid = ?")
        .execute(arguments: [uuid])
      return (db.changesCount > 0, .commit)
    }
  }

  /// Whether a draft is discarded and still kept.
  public func isDiscarded(_ uuid: UUID) throws(InventoryError) -> Bool {
    try file.read { try Self.isDiscarded(uuid, in: $0) }
  }

  private static func isDiscarded(_ uuid: UUID, in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT count(*) FROM draft WHERE uuid = ? AND discarded IS NOT NULL")
    return try Int.fetchOne(statement, arguments: [uuid]) != 0
  }

  private static func forgetOldest(in db: Database) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM draft WHERE id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER latest AS place,
              sum(length(CAST(fields AS BLOB))) OVER latest AS size
            FROM draft WHERE discarded IS NOT NULL WINDOW latest AS (ORDER BY discarded DESC))
          WHERE place > 1 AND (place > ? OR size > ?))
        """
    ).execute(arguments: [discardedLimit, discardedSizeLimit])
  }
}

extension DraftStore {
  /// The data that a session stores with its drafts so that its state is never behind them.
  ///
  /// The inventory does not look inside.
  public struct Redo: Sendable {
    /// The session.
    public var session: String

    /// The bytes; `nil` removes the former record, which is outdated.
    public var record: Data?

    /// Makes a record.
    public init(session: String, record: Data?) {
      self.session = session
      self.record = record
    }

    func store(in db: Database) throws {
      guard let record else { return try Self.delete(of: session, in: db) }
      try db.cachedStatement(
        sql: """
          INSERT INTO redo(session, record) VALUES (?, ?)
          ON CONFLICT(session) DO UPDATE SET record = excluded.record
          """
      ).execute(arguments: [session, record])
    }

    static func delete(of session: String, in db: Database) throws {
      try db.cachedStatement(sql: "DELETE FROM redo WHERE session = ?")
        .execute(arguments: [session])
    }
  }

  /// Removes the record of a session that was given up; its drafts stay.
  public func forgetRedo(of session: String) throws(InventoryError) {
    try file.write { db in (try Redo.delete(of: session, in: db), .commit) }
  }

  /// The last record of a session.
  public func redoRecord(of session: String) throws(InventoryError) -> Data? {
    try file.read { db in
      try Data.fetchOne(
        db.cachedStatement(sql: "SELECT record FROM redo WHERE session = ?"), arguments: [session])
    }
  }
}
