import Storage
import Foundation
import GRDB
import Household

/// A device's part in a household, in tables of its inventory.
struct HouseholdTables: ReplicaStorage {
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
    guard let kind = SharedKind(rawValue: id.kind) else { return }
    try noteUndecided(row, id, kind)
    if kind == .attachment { try noteHiddenContents(row, id) }
  }

  /// Keeps the files that may have to be shown again from being swept.
  private func noteHiddenContents(_ row: SharedRow, _ id: RowID) throws {
    let table = HouseholdSchema.hiddenContents
    let digests = row.hiddenContents
    guard try !digests.isEmpty || db.hasTable(table) else { return }
    try HouseholdSchema.addHiddenContents(db)
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
      device: row.value(0), next: row.value(1), seen: row.value(2),
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
    ).execute(arguments: [clock.device, clock.next, clock.seen, former])
  }

  func enqueue(_ operation: Household.Operation, number: Int64) throws {
    try db.cachedStatement(sql: "INSERT INTO household_queue(number, operation) VALUES (?, ?)")
      .execute(arguments: [number, Data(operation.bytes)])
  }

  /// Puts an operation in the place of one that waits, and may be with the server already.
  func rewriteQueued(_ number: Int64, as operation: Household.Operation) throws {
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

  func queued(_ number: Int64) throws -> Household.Operation? {
    guard let bytes = try queuedBytes(number) else { return nil }
    return try readable { () throws(DecodingFailure) in
      try Household.Operation(bytes: Array(bytes), isOwn: true)
    }
  }

  func queued(
    _ number: Int64, sentAs operation: Household.Operation
  ) throws -> Household.Operation? {
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

  /// Whether a device is none of the household's any more, as far as is known.
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
        SELECT number FROM household_number WHERE device IN (?, '\(HouseholdSchema.anyDevice)')
        ORDER BY device DESC
        """)
    guard let row = try Row.fetchOne(find, arguments: [device]) else { return 0 }
    if let number: Int64 = try row.value(0) { return number }
    return try mayHaveWritten(device) ? nil : 0
  }

  /// Whether a device may have written before this home noted numbers: this home itself, and those of which it knows.
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
    .badData, "what is kept of the household is damaged: leave it and join again")
}
