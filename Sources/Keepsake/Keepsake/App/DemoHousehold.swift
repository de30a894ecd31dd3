import Foundation
import Inventory
import Sync

/// The household of the demo, which is only in its own files: another member changed a value at the same time.
nonisolated enum DemoHousehold {
  private static let (own, other) = ("Anna", "Ben")
  private static let otherDevice = "sample-laptop"

  /// Makes the inventory part of a household in which two members gave an item another replacement value.
  ///
  /// - Parameters:
  ///   - values: The user's value and the other member's, in minor units.
  ///   - today: The day of both changes.
  static func disagree(
    on name: String, values: (own: Int64, other: Int64), in store: InventoryStore,
    today: CalendarDate
  ) throws {
    guard case .one(let uuid) = try store.items(named: name),
      var item = try store.items.fetch(uuid)
    else { return }
    let noon = noon(of: today)
    try store.household.enter("sample", .founding)
    let known = try exchange([], in: store)
    guard let device = try store.household.membership()?.device else { return }
    try store.household.noteDevices([
      SyncDevice(device: device, member: own, machine: "desk", joined: noon - 60 * day),
      SyncDevice(device: otherDevice, member: other, machine: "laptop", joined: noon - 59 * day),
    ])
    item.replacementValue = values.own
    try store.changes.perform(.updateItem(item), session: "sample home")
    let write = RowWrite(
      SyncedTable.item.row(uuid),
      ["replacement_minor": .integer(values.other), MergedRow.life: .null])
    _ = try exchange(
      [SyncOperation(lastSequence: known, author: other, at: noon, writes: [write])], in: store)
  }

  /// Merges operations of the other member and then the waiting ones, as a server would order them.
  ///
  /// - Returns: The number of the last operation.
  private static func exchange(
    _ others: [SyncOperation], in store: InventoryStore
  ) throws -> Int64 {
    while try store.household.record(author: own) > 0 {}
    guard let membership = try store.household.membership() else { return 0 }
    let theirs = others.enumerated().map { (otherDevice, Int64($0.offset + 1), $0.element) }
    let ours = try store.household.queued(after: 0, bytes: .max).map {
      (membership.device, $0.number, $0.operation)
    }
    var sequence = membership.lastSequence
    let operations = (theirs + ours).map { device, number, operation in
      sequence += 1
      return (
        operation: Optional(operation),
        operationID: OperationID(device: device, number: number, sequence: sequence)
      )
    }
    try store.household.receive(operations, author: own)
    return sequence
  }

  private static let day: Int64 = 86_400_000

  private static func noon(of date: CalendarDate) -> Timestamp {
    let first = CalendarDate(iso: "1970-01-01")
    return Int64(first?.days(to: date) ?? 0) * day + day / 2
  }
}
