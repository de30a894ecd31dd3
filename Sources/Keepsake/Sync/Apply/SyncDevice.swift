import Inventory

/// A member's device, as last reported by the server.
public struct SyncDevice: Hashable, Sendable {
  /// The name under which it writes.
  public var device: String
  /// The name of the member who uses the device.
  public var member: String
  /// The name of the machine.
  public var machine: String
  /// When it joined, in milliseconds since 1970 by its own clock.
  public var joined: Timestamp
  /// Whether it still belongs to the household.
  public var isMember = true

  /// Describes a device.
  public init(
    device: String, member: String, machine: String, joined: Timestamp, isMember: Bool = true
  ) {
    self.device = device
    self.member = member
    self.machine = machine
    self.joined = joined
    self.isMember = isMember
  }

  /// The member and the machine: `Anna (laptop)`.
  public var name: String { machine.isEmpty ? member : "\(member) (\(machine))" }
}

extension SyncStore {
  /// Stores the members' devices.
  public func noteDevices(_ devices: [SyncDevice]) throws(InventoryError) {
    // On most launches, no device has joined or left.
    let isNews = try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return false }
      return try !SyncTables(db: db).changed(among: devices).isEmpty
    }
    guard isNews else { return }
    try database.write(source: Self.source) { transaction in
      if try SyncTables(db: transaction.db).set(devices: devices) {
        transaction.isDirty = true
      }
    }
  }

  /// The members' devices as last reported by the server, oldest member first.
  public func devices() throws(InventoryError) -> [SyncDevice] {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return [] }
      return try SyncTables(db: db).devices().filter(\.isMember)
        .sorted { ($0.joined, $0.device) < ($1.joined, $1.device) }
    }
  }
}
