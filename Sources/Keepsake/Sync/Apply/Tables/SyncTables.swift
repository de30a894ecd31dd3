import Foundation
import GRDB
import Inventory
import Storage

/// What a device stores about its household, in tables of its inventory.
struct SyncTables: ReplicaStorage {
  let db: Database

  func row(_ id: RowID) throws -> SharedRow? {
    let find = try db.cachedStatement(
      sql: "SELECT content FROM household_row WHERE kind = ? AND key = ?")
    guard let content = try Data.fetchOne(find, arguments: [id.kind, id.key]) else { return nil }
    return try readable { () throws(DecodingFailure) in try SharedRow(bytes: Array(content)) }
  }

  func put(_ row: SharedRow, at id: RowID) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO household_row(kind, key, content) VALUES (?, ?, ?)"
    ).execute(arguments: [id.kind, id.key, Data(row.bytes)])
    guard let kind = SyncedTable(rawValue: id.kind) else { return }
    try noteConflict(row, id, kind)
    if kind == .attachment || kind == .place { try noteHiddenContents(row, id) }
  }

  /// Keeps the files that may have to be shown again from being swept.
  private func noteHiddenContents(_ row: SharedRow, _ id: RowID) throws {
    let table = SyncSchema.hiddenContents
    let digests = row.hiddenContents
    guard try !digests.isEmpty || db.hasTable(table) else { return }
    try SyncSchema.addHiddenContents(db)
    try db.execute(sql: "DELETE FROM \(table) WHERE key = ?", arguments: [id.key])
    for digest in digests {
      try db.execute(
        sql: "INSERT OR IGNORE INTO \(table)(key, digest) VALUES (?, ?)",
        arguments: [id.key, digest])
    }
  }

  func clock() throws -> ReplicaClock {
    let find = try db.cachedStatement(
      sql: "SELECT device, next, seen, former FROM household_clock")
    guard let row = try Row.fetchOne(find) else { throw Self.damaged }
    let former: String = try row.value(3)
    return try ReplicaClock(
      device: row.value(0), next: row.value(1), lastSequence: row.value(2),
      former: former == Self.noNames
        ? [:] : JSONDecoder().decode([String: Int64].self, from: Data(former.utf8)))
  }

  /// The list of former names that nearly every device has: an empty one.
  private static let noNames = "{}"

  func set(_ clock: ReplicaClock) throws {
    let former =
      clock.former.isEmpty
      ? Self.noNames : String(decoding: try JSONEncoder().encode(clock.former), as: UTF8.self)
    try db.cachedStatement(
      sql: "UPDATE household_clock SET device = ?, next = ?, seen = ?, former = ?"
    ).execute(arguments: [clock.device, clock.next, clock.lastSequence, former])
  }

  func enqueue(_ operation: SyncOperation, number: Int64) throws {
    try db.cachedStatement(sql: "INSERT INTO household_queue(number, operation) VALUES (?, ?)")
      .execute(arguments: [number, Data(operation.bytes)])
  }

  /// Replaces a queued operation, which the server may have received already.
  func rewriteQueued(_ number: Int64, as operation: SyncOperation) throws {
    guard let former = try queuedBytes(number) else { return }
    try db.cachedStatement(
      sql: "UPDATE household_queue SET operation = ?, former = former || ? || ' ' WHERE number = ?"
    ).execute(arguments: [Data(operation.bytes), Self.digest(former), number])
  }

  private static func digest(_ bytes: Data) -> String { ContentDigest.text(of: Array(bytes)) }

  func dequeue(_ number: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM household_queue WHERE number = ?")
      .execute(arguments: [number])
  }

  func queuedNumbers() throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT number FROM household_queue ORDER BY number"))
  }

  func queued(_ number: Int64) throws -> SyncOperation? {
    guard let bytes = try queuedBytes(number) else { return nil }
    return try readable { () throws(DecodingFailure) in
      try SyncOperation(bytes: Array(bytes), isOwn: true)
    }
  }

  func queued(
    _ number: Int64, sentAs operation: SyncOperation
  ) throws -> SyncOperation? {
    let bytes = Data(operation.bytes)
    if try queuedBytes(number) == bytes { return operation }
    guard let former = try formerDigests(number), former.contains(Self.digest(bytes)) else {
      return nil
    }
    return try queued(number)
  }

  /// The digests of what an operation that waits was before; `nil` if it was never rewritten.
  private func formerDigests(_ number: Int64) throws -> String? {
    let find = try db.cachedStatement(
      sql: "SELECT former FROM household_queue WHERE number = ? AND former <> ''")
    return try String.fetchOne(find, arguments: [number])
  }

  private func queuedBytes(_ number: Int64) throws -> Data? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT operation FROM household_queue WHERE number = ?"),
      arguments: [number])
  }

  /// Whether rows wait to become an operation, or to have their former values forgotten.
  static func hasAnythingToRecord(_ db: Database) throws -> Bool {
    guard try Meta.text(Meta.household, db) != nil else { return false }
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM household_dirty) OR EXISTS(SELECT 1 FROM household_former)
        """)
    return try Bool.fetchOne(find) == true
  }

  /// Whether a device is known to have left the household.
  func hasLeft(_ device: String) throws -> Bool {
    let find = try db.cachedStatement(
      sql: """
        SELECT count(*) > 0 AND sum(device = ?) = 0 FROM household_device WHERE is_member
        """)
    return try Bool.fetchOne(find, arguments: [device]) == true
  }

  func lastNumber(of device: String) throws -> Int64? {
    let find = try db.cachedStatement(
      sql: """
        SELECT number FROM household_number WHERE device IN (?, '\(SyncSchema.anyDevice)')
        ORDER BY device DESC
        """)
    guard let row = try Row.fetchOne(find, arguments: [device]) else { return 0 }
    if let number: Int64 = try row.value(0) { return number }
    return try mayHaveWritten(device) ? nil : 0
  }

  /// Whether a device may have written before this home recorded numbers: true for this home and for known devices.
  private func mayHaveWritten(_ device: String) throws -> Bool {
    let clock = try clock()
    if device == clock.device || clock.former[device] != nil { return true }
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM household_device WHERE device = ?1)
          OR EXISTS(SELECT 1 FROM household_history WHERE device = ?1)
        """)
    return try Bool.fetchOne(find, arguments: [device]) == true
  }

  func setLastNumber(_ number: Int64, of device: String) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO household_number(device, number) VALUES (?, ?)"
    ).execute(arguments: [device, number])
  }

  func newDevice() -> String { Self.newDevice() }

  static func newDevice() -> String {
    Identity.new().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
  }

  private func readable<Value>(_ body: () throws(DecodingFailure) -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw Self.damaged
    }
  }

  private static let damaged = InventoryError(
    .badData, "the household's data is damaged: leave it and join again")
}

/// The lists of rows that something is still to be done with.
extension SyncTables {
  enum List: String { case dirty = "household_dirty", unapplied = "household_pending" }

  func add(_ id: RowID, to list: List) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(list.rawValue)(kind, key) VALUES (?, ?)")
      .execute(arguments: [id.kind, id.key])
  }

  func remove(_ id: RowID, from list: List) throws {
    try db.cachedStatement(sql: "DELETE FROM \(list.rawValue) WHERE kind = ? AND key = ?")
      .execute(arguments: [id.kind, id.key])
  }

  func contains(_ id: RowID, in list: List) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS(SELECT 1 FROM \(list.rawValue) WHERE kind = ? AND key = ?)"),
      arguments: [id.kind, id.key]) == true
  }

  /// Rows of a list by kind and key, from one on.
  func rows(in list: List, kind: String, after key: String = "", limit: Int) throws -> [RowID] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT key FROM \(list.rawValue) WHERE kind = ? AND key > ? ORDER BY key LIMIT ?
          """),
      arguments: [kind, key, limit]
    ).map { RowID(kind: kind, key: $0) }
  }
}

/// The operations that were set aside, in the server's order.
///
/// The table is created for the first one, since few households ever need it.
extension SyncTables {
  private static let table = SyncSchema.setAside

  /// Records that an operation, or some of its values, were set aside.
  func note(_ fault: OperationFault, of operationID: OperationID, author: String) throws {
    try SyncSchema.addSetAside(db)
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO \(Self.table)(sequence, device, author, fault) VALUES (?, ?, ?, ?)
        """
    ).execute(arguments: [operationID.sequence, operationID.device, author, fault.rawValue])
  }

  /// The set-aside changes by author and reason, the latest first.
  func setAside() throws -> [SetAsideChanges] {
    guard try db.hasTable(Self.table) else { return [] }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT coalesce(nullif(d.name, ''), nullif(s.author, ''), s.device), s.fault, count(*),
          max(s.sequence)
        FROM \(Self.table) AS s LEFT JOIN household_device AS d ON d.device = s.device
        GROUP BY 1, 2 ORDER BY 4 DESC LIMIT 20
        """)
    return try rows.compactMap { row in
      guard let fault = OperationFault(rawValue: try row.value(1)) else { return nil }
      return SetAsideChanges(
        author: try row.value(0), reason: fault.words, count: try row.value(2),
        last: try row.value(3))
    }
  }
}

/// The rows with conflicting values.
extension SyncTables {
  /// Notes whether a row is one of them.
  func noteConflict(_ row: SharedRow, _ id: RowID, _ kind: SyncedTable) throws {
    try db.cachedStatement(
      sql: row.conflictColumns(of: kind).isEmpty
        ? "DELETE FROM household_undecided WHERE key = ?"
        : "INSERT OR IGNORE INTO household_undecided(key) VALUES (?)"
    ).execute(arguments: [Self.conflictKey(id)])
  }

  /// The keys of all of them, see ``conflictKey(_:)``.
  func conflicts() throws -> Set<String> {
    try String.fetchSet(db.cachedStatement(sql: "SELECT key FROM household_undecided"))
  }

  /// The number of conflicting rows.
  func conflictCount() throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM household_undecided")) ?? 0
  }

  /// Whether a row is in conflict.
  func isInConflict(_ key: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM household_undecided WHERE key = ?)"),
      arguments: [key]) == true
  }

  /// The rows other than items, each kind after those that it refers to.
  func rowConflicts() throws -> [RowID] {
    let rows = try conflicts().compactMap { key -> RowID? in
      guard case .other(let row) = HistoryKey(key) else { return nil }
      return row
    }
    return SyncedTable.allCases.flatMap { kind in
      rows.filter { $0.kind == kind.rawValue }.sorted { $0.key < $1.key }
    }
  }

  /// The key that identifies a row: an item's key alone, or kind and key of any other row.
  static func conflictKey(_ id: RowID) -> String {
    id.kind == SyncedTable.item.rawValue ? id.key : HistoryKey.other(id).text
  }
}

extension SharedRow {
  /// The columns with conflicting values that a user could choose between.
  ///
  /// Sealed values are left out: the files of a private item follow the item, and a place is
  /// resolved by ``SealedSubject``.
  func conflictColumns(of kind: SyncedTable) -> [String] {
    let columns = conflicts(of: kind).keys
    let known =
      kind == .item
      ? columns.filter { ItemAspect(column: $0) != nil }
      : columns.filter { kind.knows($0) && !isSealed($0) }
    return known.sorted()
  }

  /// Whether a column contains a sealed value, or is resolved together with a sealed column.
  private func isSealed(_ column: String) -> Bool {
    if isSealedFile { return true }
    let isSealedPlace = merged.cells["notes", default: []].contains(where: \.value.isSealed)
    return isSealedPlace && (column == "notes" || column == "name")
  }
}
