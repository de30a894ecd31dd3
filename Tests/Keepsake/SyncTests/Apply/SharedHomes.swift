import InventorySupport
import Foundation
import Testing

@testable import Inventory
@testable import Sync

/// Homes with real stores, and a server that orders what they send.
final class SharedHomes {
  struct Stored {
    var operationID: OperationID
    var bytes: [UInt8]
  }

  let home: InventoryHome
  private(set) var log: [Stored] = []
  private let household: String
  /// The author in every home; nil if each uses its directory as the name.
  private let author: String?

  init(household: String = "h", author: String? = nil) throws {
    home = try InventoryHome()
    self.household = household
    self.author = author
  }

  /// Creates a home that founds the household.
  func found(_ name: String) throws -> InventoryStore {
    let store = try home.store(name)
    try store.household.enter(household, .founding)
    try synchronize(store)
    return store
  }

  /// Lets a home join, bringing the data that it has.
  func join(_ store: InventoryStore, author: String = "") throws {
    try store.household.enter(household, .joining)
    try receive(store)
    try store.household.bringIn(author: author)
    try synchronize(store)
  }

  /// Exchanges until every home has everything.
  func synchronize(_ stores: InventoryStore...) throws {
    for _ in 0..<3 {
      for store in stores {
        for _ in 0..<3 {
          try receive(store)
          while try store.household.record(author: author ?? store.database.directory) > 0 {}
          try send(store)
          try receive(store)
        }
      }
    }
  }

  /// Sends all waiting operations, or none.
  ///
  /// - Returns: `false` if the server has another operation of the same device and number.
  @discardableResult
  func send(_ store: InventoryStore, most: Int = .max) throws -> Bool {
    guard let membership = try store.household.membership() else { return true }
    let queued = try store.household.queued(after: 0, bytes: .max).prefix(most)
    var untaken: [QueuedOperation] = []
    for operation in queued {
      let taken = log.first {
        $0.operationID.device == membership.device && $0.operationID.number == operation.number
      }
      guard let taken else {
        untaken.append(operation)
        continue
      }
      if taken.bytes != operation.operation.bytes { return false }
    }
    for operation in untaken {
      let operationID = OperationID(
        device: membership.device, number: operation.number, sequence: Int64(log.count + 1))
      log.append(Stored(operationID: operationID, bytes: operation.operation.bytes))
    }
    return true
  }

  /// Adds an operation of another device.
  ///
  /// - Parameter number: Its number; `nil` for the one after the last.
  func add(
    _ operation: SyncOperation, from device: String, number: Int64? = nil
  ) throws {
    try add(bytes: operation.bytes, from: device, number: number)
  }

  /// Adds bytes that another member sends as an operation, unless the number is taken.
  func add(bytes: [UInt8], from device: String, number: Int64? = nil) throws {
    let number = number ?? Int64(log.count { $0.operationID.device == device } + 1)
    guard
      !log.contains(where: { $0.operationID.device == device && $0.operationID.number == number })
    else {
      return
    }
    let operationID = OperationID(device: device, number: number, sequence: Int64(log.count + 1))
    log.append(Stored(operationID: operationID, bytes: bytes))
  }

  /// Merges received operations, beginning a little before the new ones, as after a kill.
  @discardableResult
  func receive(
    _ store: InventoryStore, most: Int = .max, again: Int = 0
  ) throws -> [ReceivedChange] {
    guard let membership = try store.household.membership() else { return [] }
    let next = log.dropFirst(Int(membership.lastSequence)).prefix(most)
    let said = log.prefix(Int(membership.lastSequence)).suffix(again)
    return try store.household.receive(
      (said + next).map { (try? SyncOperation(bytes: $0.bytes), $0.operationID) },
      author: author ?? store.database.directory)
  }

  /// The shared content of a home, including identities, without local data.
  func content(_ store: InventoryStore) throws -> [String] {
    try store.database.file.read { db in
      let images = SharedImages(db: db)
      var lines: [String] = []
      for kind in SyncedTable.allCases {
        for key in try String.fetchAll(db, sql: Self.keys(kind)) {
          let image = try images.image(kind.row(key))
          guard image[MergedRow.life] == nil else { continue }
          let text = image.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
          lines.append("\(kind) \(key) \(text.joined(separator: " "))")
        }
      }
      return lines.sorted()
    }
  }

  /// The lines that differ between two homes.
  func differences(_ one: InventoryStore, _ other: InventoryStore) throws -> [String] {
    try Set(content(one)).symmetricDifference(content(other)).sorted()
  }

  private static func keys(_ kind: SyncedTable) -> String {
    switch kind {
    case .setting: "SELECT key FROM meta WHERE key IN (\(SharedSetting.list))"
    case .place: "SELECT lower(hex(uuid)) FROM location"
    case .category: "SELECT lower(name) FROM category"
    case .item: "SELECT lower(hex(uuid)) FROM item"
    case .attachment: "SELECT lower(hex(uuid)) FROM attachment"
    case .view: "SELECT lower(name) FROM saved_view"
    }
  }
}
