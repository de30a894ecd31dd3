import Foundation
import GRDB
import Inventory

/// The part of an inventory that it shares with the other homes of a household.
///
/// Writes work as without a household, and triggers note the rows they touch. ``record(author:limit:)`` turns those into
/// operations, which the exchange sends; ``receive(_:author:chainDigest:)`` merges operations in the order of the server.
///
/// A row has these forms on its way, each for a purpose of its own:
///
/// | form | purpose |
/// | --- | --- |
/// | `Item`, `Place`, `Category`, `Attachment` | the row in the tables of the inventory, with the inventory's rules |
/// | `RowImage` | its synced columns by name, to find out what changed |
/// | ``RowWrite`` | the columns that changed; a ``SyncOperation`` consists of these |
/// | bytes of an operation | stored in the queue, sealed on their way to the server |
/// | ``MergedRow`` | the values of each column by the server's order, more than one where homes disagree |
/// | ``SharedRow`` | the merged row, what the tables show of it, and what isn't sent yet; stored in `household_row` |
/// | `WrittenRow` | who wrote which columns at once; stored in `household_history` |
public struct SyncStore: Sendable {
  /// The inventory.
  let store: InventoryStore

  var database: InventoryDatabase { store.database }
  var privacy: PrivacyStore { store.privacy }

  /// The source of these transactions.
  static let source = "household"
}

extension InventoryStore {
  /// The part of the inventory in a household.
  public var household: SyncStore { SyncStore(store: self) }
}

extension SyncStore {
  /// This inventory's membership of a household; `nil` if it belongs to none.
  public func membership() throws(InventoryError) -> SyncMembership? {
    try database.read { db in
      guard let household = try Meta.text(Meta.household, db) else { return nil }
      let tables = SyncTables(db: db)
      let clock = try tables.clock()
      let chainDigest = try String.fetchOne(db, sql: "SELECT head FROM household_clock")
      return SyncMembership(
        household: household, device: clock.device, lastSequence: clock.lastSequence,
        waiting: try SyncQueue.count(db), chainDigest: chainDigest ?? "",
        isJoining: try JoiningStage.current(db) != .over)
    }
  }

  /// Makes the inventory part of a household.
  ///
  /// - Throws: `refused` if it is part of one.
  public func enter(
    _ household: String, _ entry: SyncEntry
  ) throws(InventoryError) {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard try Meta.text(Meta.household, db) == nil else {
        throw InventoryError(
          .refused,
          "this inventory already belongs to a household: run “keepsake household leave” first")
      }
      try SyncSchema.create(
        device: SyncTables.newDevice(), household: household, db)
      try (entry == .joining ? JoiningStage.receiving : .over).set(db)
      try MembershipPeriod.begin(db)
      if entry == .founding { try SharedRows.markAll(db) }
      transaction.isDirty = true
    }
  }

  /// Makes operations of the changes since the last call.
  ///
  /// - Parameters:
  ///   - author: The author's name, as the others see it.
  ///   - limit: The maximum number of rows at once, which bounds memory; call again while it returns that many.
  /// - Returns: The number of rows.
  @discardableResult
  public func record(
    author: String, limit: Int = 5000
  ) throws(InventoryError) -> Int {
    // A transaction for nothing would give the connection of a line its triggers at each launch.
    guard try database.read(SyncTables.hasAnythingToRecord) else { return 0 }
    return try database.write(source: Self.source, isWhole: true) { transaction in
      guard try JoiningStage.current(transaction.db) == .over else { return 0 }
      return try Self.record(author: author, limit: limit, in: transaction)
    }
  }

  static func record(
    author: String, limit: Int = .max, isNews: Bool = false, in transaction: WriteTransaction
  ) throws -> Int {
    if try forgetFormerValues(in: transaction) { transaction.hasBookkeeping = true }
    let tables = SyncTables(db: transaction.db)
    let images = SharedImages(db: transaction.db)
    let edits = try LocalEdits(transaction)
    var count = 0
    for kind in SyncedTable.allCases {
      while count < limit {
        let rows = try tables.rows(
          in: .dirty, kind: kind.rawValue,
          limit: min(limit - count, Replica<SyncTables>.maximumRows))
        guard !rows.isEmpty else { break }
        // A joining home sends its present rows, without the edits that led to them.
        let groups =
          isNews
          ? [(at: transaction.at, images: try rows.map { ($0, try images.image($0)) })]
          : try edits.groups(of: rows)
        for group in groups {
          try Replica(tables).record(
            group.images, keeping: [:], references: SharedImages.references,
            author: author, at: group.at, isNews: isNews)
        }
        for row in rows { try tables.remove(row, from: .dirty) }
        count += rows.count
      }
    }
    if count > 0 { transaction.hasBookkeeping = true }
    return count
  }

  /// Operations that wait for the server, by number, from one on.
  ///
  /// - Parameter bytes: About how many bytes at most, but one operation at least.
  public func queued(
    after number: Int64, bytes: Int
  ) throws(InventoryError) -> [QueuedOperation] {
    try database.read { db in
      let tables = SyncTables(db: db)
      let find = try db.cachedStatement(
        sql: """
          SELECT number, length(operation) FROM household_queue WHERE number > ? ORDER BY number
          """)
      let rows = try Row.fetchCursor(find, arguments: [number])
      var found: [QueuedOperation] = []
      var sum = 0
      while let row = try rows.next(), found.isEmpty || sum < bytes {
        sum += try row.value(1)
        let number: Int64 = try row.value(0)
        guard let operation = try tables.queued(number) else { continue }
        found.append(QueuedOperation(number: number, operation: operation))
      }
      return found
    }
  }

  /// Divides operations that wait and that no server takes, as an earlier version queued them.
  public func divideQueued() throws(InventoryError) {
    try database.write(source: Self.source, timeout: 10_000, isWhole: true) { transaction in
      transaction.hasBookkeeping = true
      try Replica(SyncTables(db: transaction.db)).divideQueued()
    }
  }

  /// Brings what an inventory has into the household that it joins, after everything of that was received.
  ///
  /// Places with the same path, and items with the same import reference, are the same. Where both say something else of
  /// them, both stand.
  ///
  /// It works in batches and calls `pause` between them, so that a window can save. Edits made
  /// meanwhile are sent to the household, too. After a kill, the next call resumes.
  public func bringIn(
    author: String, pause: () throws(InventoryError) -> Void = {}
  ) throws(InventoryError) {
    try database.write(source: Self.source, timeout: 10_000, isWhole: true) { transaction in
      guard try JoiningStage.current(transaction.db) == .receiving else { return }
      var union = JoinMerge(transaction)
      try union.unite()
      try SharedRows.markAll(transaction.db)
      try JoiningStage.bringing.set(transaction.db)
    }
    while try bringSome(author: author) { try pause() }
    try pause()
    try applyUnapplied(author: author, pause: pause)
  }

  /// How many rows one transaction writes.
  static let rowsAtOnce = 1000

  /// - Returns: Whether there may be more.
  private func bringSome(author: String) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, timeout: 10_000, isWhole: true) { transaction in
      transaction.hasBookkeeping = true
      let count = try Self.record(
        author: author, limit: Self.rowsAtOnce, isNews: true, in: transaction)
      if count > 0 { return true }
      // Rows that could not be applied yet are retried with the next operations.
      try JoiningStage.over.set(transaction.db)
      try MembershipPeriod.begin(transaction.db)
      return false
    }
  }
}

/// All rows of an inventory that homes share.
enum SharedRows {
  /// Marks all of them as written, so that they go out.
  static func markAll(_ db: Database) throws {
    let selections = [
      "SELECT 'setting', key FROM meta WHERE key IN (\(SharedSetting.list))",
      "SELECT 'category', lower(name) FROM category",
      "SELECT 'place', lower(hex(uuid)) FROM location",
      "SELECT 'item', lower(hex(uuid)) FROM item",
      "SELECT 'attachment', lower(hex(uuid)) FROM attachment",
      "SELECT 'view', lower(name) FROM saved_view",
    ]
    for selection in selections {
      try db.execute(sql: "INSERT OR IGNORE INTO household_dirty(kind, key) \(selection)")
    }
  }
}
