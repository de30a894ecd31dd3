import Foundation
import GRDB
import Household

/// What is known of the others, and of what they wrote.
extension HouseholdTables {
  /// Stores the digest of the last operation that was merged; an empty one changes nothing.
  func setHead(_ digest: String) throws {
    guard !digest.isEmpty else { return }
    try db.cachedStatement(sql: "UPDATE household_clock SET head = ?").execute(arguments: [digest])
  }

  /// Notes who wrote what of items.
  ///
  /// - Returns: The items.
  func note(_ operation: Household.Operation, as stamp: Stamp) throws -> [ReceivedChange] {
    var changes: [ReceivedChange] = []
    for write in operation.writes where write.row.kind == SharedKind.item.rawValue {
      // Whoever refers to a row says that it is there, and nothing else.
      let isMentioned = write.cells.keys.elementsEqual([MergedRow.life])
      guard let item = SharedKey.uuid(write.row.key),
        !isMentioned || write.cells[MergedRow.life] != .null
      else { continue }
      let isNew = write.cells[Item.createdColumn] != nil
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO household_history(key, sequence, device, author, at, columns)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        write.row.key, stamp.sequence, stamp.device, operation.author, operation.at,
        isNew ? Item.createdColumn : write.cells.keys.sorted().joined(separator: ","),
      ])
      changes.append(ReceivedChange(item: item, author: operation.author, isNew: isNew))
    }
    return changes
  }

  /// The name of a device, as the server told last.
  func name(ofDevice device: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT name FROM household_device WHERE device = ?"),
      arguments: [device])
  }

  /// Stores the names of all devices.
  ///
  /// - Returns: Whether any is another one than before.
  func set(deviceNames names: [String: String]) throws -> Bool {
    var known: [String: String] = [:]
    let rows = try Row.fetchCursor(db, sql: "SELECT device, name FROM household_device")
    while let row = try rows.next() { known[try row.value(0)] = try row.value(1) as String }
    // The name of one that has left is still needed for what it wrote.
    let latest = known.merging(names) { $1 }
    guard latest != known else { return false }
    for (device, name) in latest {
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO household_device(device, name) VALUES (?, ?)"
      ).execute(arguments: [device, name])
    }
    return true
  }
}
