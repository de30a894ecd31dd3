import Foundation
import GRDB
import Inventory

/// The other devices, and the history of what they wrote.
extension SyncTables {
  /// Stores the digest of the last operation that was merged; an empty one changes nothing.
  func setChainDigest(_ digest: String) throws {
    guard !digest.isEmpty else { return }
    try db.cachedStatement(sql: "UPDATE household_clock SET head = ?").execute(arguments: [digest])
  }

  /// The columns that an unmerged operation writes, by row; columns without news value are left
  /// out.
  func written(
    by operation: SyncOperation, as operationID: OperationID
  ) throws -> [RowID: WrittenRow] {
    var written: [RowID: WrittenRow] = [:]
    for write in operation.writes {
      let former = try row(write.row)?.merged
      let owner = (write.cells["item"] ?? former?.value("item"))?.text
      guard let key = HistoryKey(write.row, owner: owner) else { continue }
      let seen = SeenValues(db, key, operation, operationID)
      written[write.row] = try WrittenRow(write, over: former, as: key, seen: seen.value)
    }
    return written
  }

  /// Notes who wrote what.
  ///
  /// - Parameter written: The columns from ``written(by:)``, called before the operation was
  ///   merged.
  /// - Returns: A change for each row, with the item if the row is an item or one of its files.
  func note(
    _ written: [RowID: WrittenRow], of operation: SyncOperation, as operationID: OperationID
  ) throws -> [ReceivedChange] {
    var changes: [ReceivedChange] = []
    for write in operation.writes {
      guard let entry = written[write.row] else { continue }
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO household_history(
            key, sequence, device, author, at, columns, written)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        entry.key.text, operationID.sequence, operationID.device, operation.author, operation.at,
        entry.columns.joined(separator: ","), WrittenValue.text(of: entry.values),
      ])
      changes.append(
        ReceivedChange(
          item: entry.key.item, author: operation.author,
          isNew: write.row.kind == SyncedTable.item.rawValue
            && entry.columns == [Item.createdColumn]))
    }
    return changes
  }

  /// The name of a device, as last reported by the server.
  func name(ofDevice device: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT name FROM household_device WHERE device = ?"),
      arguments: [device])
  }

  /// All devices that were ever known.
  func devices() throws -> [SyncDevice] {
    try Row.fetchAll(
      db, sql: "SELECT device, member, machine, joined, is_member FROM household_device"
    ).map { row in
      SyncDevice(
        device: try row.value(0), member: try row.value(1), machine: try row.value(2),
        joined: try row.value(3), isMember: try row.value(4))
    }
  }

  /// Stores the devices that the server knows.
  ///
  /// - Returns: Whether any is another one than before.
  func set(devices: [SyncDevice]) throws -> Bool {
    let changed = try changed(among: devices)
    for device in changed {
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO household_device(device, name, member, machine, joined, is_member)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        device.device, device.name, device.member, device.machine, device.joined, device.isMember,
      ])
    }
    return !changed.isEmpty
  }

  /// The devices that the server describes differently than these tables, and those that it no longer has.
  func changed(among devices: [SyncDevice]) throws -> [SyncDevice] {
    let known = Dictionary(try self.devices().map { ($0.device, $0) }) { $1 }
    var latest = known.mapValues { device in
      var gone = device
      gone.isMember = false
      return gone
    }
    for device in devices { latest[device.device] = device }
    return latest.values.filter { $0 != known[$0.device] }
  }
}
