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

  /// What an operation that was not merged yet changes of items that are there, by row.
  func values(of operation: Household.Operation) throws -> [RowID: [String: WrittenValue]] {
    var values: [RowID: [String: WrittenValue]] = [:]
    for write in operation.writes where write.row.kind == SharedKind.item.rawValue {
      guard write.cells[Item.createdColumn] == nil, let row = try row(write.row) else { continue }
      for (column, after) in write.cells where column != MergedRow.life {
        values[write.row, default: [:]][column] = WrittenValue(
          before: row.merged.value(column) ?? .null, after: after)
      }
    }
    return values
  }

  /// Notes who wrote what of items.
  ///
  /// - Parameter values: What it changed, as ``values(of:)`` said before it was merged.
  /// - Returns: The items.
  func note(
    _ operation: Household.Operation, as stamp: Stamp, values: [RowID: [String: WrittenValue]]
  ) throws -> [ReceivedChange] {
    var changes: [ReceivedChange] = []
    for write in operation.writes where write.row.kind == SharedKind.item.rawValue {
      // Whoever refers to a row says that it is there, and nothing else.
      let isMentioned = write.cells.keys.elementsEqual([MergedRow.life])
      guard let item = SharedKey.uuid(write.row.key),
        !isMentioned || write.cells[MergedRow.life] != .null
      else { continue }
      let isNew = write.cells[Item.createdColumn] != nil
      // Which fields became sealed or open, nobody need know.
      let sealed = Item.fieldPrefix + Item.sealedField
      let columns =
        isNew
        ? [Item.createdColumn]
        : write.cells[sealed] != nil ? [sealed] : write.cells.keys.sorted()
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO household_history(
            key, sequence, device, author, at, columns, written)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        write.row.key, stamp.sequence, stamp.device, operation.author, operation.at,
        columns.joined(separator: ","),
        WrittenValue.text(of: columns == [sealed] ? [:] : values[write.row] ?? [:]),
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

  /// All devices that were ever known.
  func devices() throws -> [HouseholdDevice] {
    try Row.fetchAll(
      db, sql: "SELECT device, member, machine, joined, is_member FROM household_device"
    ).map { row in
      HouseholdDevice(
        device: try row.value(0), member: try row.value(1), machine: try row.value(2),
        joined: try row.value(3), isMember: try row.value(4))
    }
  }

  /// Stores the devices that the server knows.
  ///
  /// - Returns: Whether any is another one than before.
  func set(devices: [HouseholdDevice]) throws -> Bool {
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

  /// The devices that the server knows otherwise than these tables, and those that it knows no more.
  func changed(among devices: [HouseholdDevice]) throws -> [HouseholdDevice] {
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
