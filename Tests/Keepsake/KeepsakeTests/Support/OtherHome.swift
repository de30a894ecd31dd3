import Foundation
import Inventory
import Sync

/// Ben's home, which shares a household with the app's, Anna's; changes are exchanged without a server.
final class OtherHome {
  let store: InventoryStore
  private let own: InventoryStore
  private var log: [(operation: SyncOperation, operationID: OperationID)] = []

  /// A Sunday at noon, by the writer's clock.
  private static let noon: Timestamp = 1_795_348_800_000

  /// Creates a household for an inventory and lets Ben join it.
  init(of directory: String) throws {
    own = try InventoryStore(directory: directory)
    store = try InventoryStore(directory: directory + "/ben")
    try own.household.enter("h", .founding)
    try exchange()
    try store.household.enter("h", .joining)
    try receive(store)
    try store.household.bringIn(author: "Ben")
    try exchange()
    let devices = try [(own, "Anna", "desk", Int64(0)), (store, "Ben", "laptop", 1)].map {
      SyncDevice(
        device: try $0.0.household.membership()?.device ?? "", member: $0.1, machine: $0.2,
        joined: Self.noon - 86_400_000 * (3 - $0.3))
    }
    for home in [own, store] { try home.household.noteDevices(devices) }
  }

  /// Exchanges everything; Ben's changes come first, so both homes show Anna's.
  func exchange() throws {
    for _ in 0..<2 {
      for home in [store, own] where try home.household.membership() != nil {
        try receive(home)
        while try home.household.record(author: home === own ? "Anna" : "Ben") > 0 {}
        try send(home)
        try receive(home)
      }
    }
  }

  private func send(_ home: InventoryStore) throws {
    guard let membership = try home.household.membership() else { return }
    for queued in try home.household.queued(after: 0, bytes: .max) {
      let operationID = OperationID(
        device: membership.device, number: queued.number, sequence: Int64(log.count + 1))
      log.append((queued.operation, operationID))
    }
  }

  private func receive(_ home: InventoryStore) throws {
    guard let membership = try home.household.membership() else { return }
    let next = log.dropFirst(Int(membership.lastSequence)).map { entry in
      var operation = entry.operation
      // Operations of another home get a fixed time, which pictures can show.
      if entry.operationID.device != membership.device {
        operation.at = Self.noon + entry.operationID.sequence * 60_000
      }
      return (operation, entry.operationID)
    }
    try home.household.receive(next, author: home === own ? "Anna" : "Ben")
  }

  // MARK: - Edits

  /// The item with this name.
  func item(_ name: String) throws -> UUID {
    guard case .one(let item) = try own.items(named: name) else {
      throw InventoryError(.noInput, "there is no \(name)")
    }
    return item
  }

  /// Changes an item as Ben does.
  func change(_ item: UUID, _ body: (inout Item) -> Void) throws {
    try Self.change(item, in: store, body)
  }

  /// Changes an item as another window of Anna's does.
  func changeOwn(_ item: UUID, _ body: (inout Item) -> Void) throws {
    try Self.change(item, in: own, body)
  }

  private static func change(
    _ item: UUID, in store: InventoryStore, _ body: (inout Item) -> Void
  ) throws {
    guard var wanted = try store.items.fetch(item) else { return }
    body(&wanted)
    try store.changes.perform(.updateItem(wanted), session: "other")
  }

  /// The conflicts of an item in Ben's home.
  func conflicts(_ item: UUID) throws -> [ItemConflict] { try store.household.conflicts(of: item) }

  /// Anna and Ben concurrently give the knife a price, a manufacturer and a custom field.
  func disagree() throws {
    let knife = try item("Chef's knife")
    try change(knife) {
      $0.purchasePrice = 13_900
      $0.manufacturer = "Wüsthof"
      $0.fields = [CustomField(name: "Steel", value: "hard")]
    }
    try changeOwn(knife) {
      $0.purchasePrice = 12_900
      $0.manufacturer = "Zwilling"
      $0.fields = [CustomField(name: "Steel", value: "soft")]
    }
    try exchange()
  }

  /// Anna and Ben concurrently rename the kitchen, the insurer and a file of the knife.
  func disagreeBesides() throws {
    let knife = try item("Chef's knife")
    let paper = own.database.directory + "/receipt.txt"
    try Data("89 euros".utf8).write(to: URL(filePath: paper))
    try own.attachments.attach([paper], to: knife, session: "other")
    try exchange()
    for (home, kitchen, insurer, title) in [
      (store, "Cuisine", "Mobiliar", "Bill"), (own, "Kitchenette", "Helvetia", "Receipt"),
    ] {
      let place = try own.places.children(of: nil).flatMap { try own.places.children(of: $0.uuid) }
        .first { $0.name == "Kitchen" || $0.name == "Kitchenette" }
      if let place {
        try home.changes.perform(.renamePlace(place.uuid, to: kitchen), session: "other")
      }
      var settings = try home.settings.fetch()
      settings.insurer = insurer
      try home.settings.change(settings, session: "other")
      guard var file = try home.attachments.fetchAll(of: knife).first else { continue }
      file.title = title
      try home.changes.perform(.updateAttachment(file), session: "other")
    }
    try exchange()
  }

  /// Ben adds a kettle, and changes it.
  func addKettle() throws {
    let kettle = Item(uuid: UUID(), name: "Kettle")
    try store.changes.perform(.createItem(kettle), session: "other")
    try exchange()
    try change(kettle.uuid) {
      $0.purchasePrice = 4_900
      $0.notes = "leaks"
      $0.tags = ["lent"]
    }
    try exchange()
  }
}

/// Seals nothing; sealing has its own tests.
struct OpenSealing: CredentialSealing {
  var kind = "test"
  func seal(_ bytes: [UInt8]) throws -> [UInt8] { bytes }
  func open(_ sealed: [UInt8]) throws -> [UInt8] { sealed }
}
