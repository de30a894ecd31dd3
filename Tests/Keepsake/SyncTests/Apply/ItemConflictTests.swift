import InventorySupport
import Foundation
import Testing

@testable import Inventory
@testable import Sync

/// Two values of one field stay in conflict until someone who has seen both resolves it.
@Suite struct ItemConflictTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: UUID

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    item = try anna.add("Drill").uuid
    try homes.synchronize(anna, ben)
    for store in [anna, ben] {
      let devices = try [(anna, "Anna", "desk"), (ben, "Ben", "laptop")].map {
        SyncDevice(
          device: try #require(try $0.0.household.membership()?.device), member: $0.1,
          machine: $0.2,
          joined: 0)
      }
      try store.household.noteDevices(devices)
    }
  }

  private func change(in store: InventoryStore, _ body: (inout Item) -> Void) throws {
    var wanted = try #require(try store.items.fetch(item))
    body(&wanted)
    try store.changes.perform(.updateItem(wanted), session: "test")
  }

  @Test func theOtherValueHasTheNameOfItsDevice() throws {
    try change(in: anna) { $0.notes = "hers" }
    try change(in: ben) { $0.notes = "his" }
    try homes.synchronize(anna, ben)
    let value = try #require(try anna.household.conflicts(of: item).first)
    let shown = try #require(try anna.items.fetch(item)?.notes)
    #expect(value.text == (shown == "his" ? "hers" : "his"))
    #expect(value.deviceName == (shown == "his" ? "Anna (desk)" : "Ben (laptop)"))
    #expect(
      try anna.household.conflictingItems() == [item] && ben.household.conflictingItems() == [item])
  }

  @Test func threeValuesCanBeInConflict() throws {
    let chris = try homes.home.store("chris")
    try homes.join(chris)
    for (store, notes) in [(anna, "hers"), (ben, "his"), (chris, "theirs")] {
      try change(in: store) { $0.notes = notes }
    }
    try homes.synchronize(anna, ben, chris)
    for store in [anna, ben, chris] {
      let shown = try #require(try store.items.fetch(item)?.notes)
      let others = try store.household.conflicts(of: item).map(\.text)
      #expect(others.count == 2 && Set(others + [shown]) == ["hers", "his", "theirs"])
    }
  }

  @Test func aConflictingPlaceCanBeChosen() throws {
    let shed = try anna.addPlace("Shed")
    let attic = try anna.addPlace("Attic")
    try homes.synchronize(anna, ben)
    try change(in: anna) { $0.place = shed.uuid }
    try change(in: ben) { $0.place = attic.uuid }
    try homes.synchronize(anna, ben)
    let value = try #require(try ben.household.conflicts(of: item).first)
    let shown = try ben.items.fetch(item)?.place
    #expect(value.subject == .field(.place))
    #expect(value.choice == (shown == shed.uuid ? attic.uuid : shed.uuid))
    #expect(value.text == (shown == shed.uuid ? "Attic" : "Shed"))
  }

  @Test func valuesThatArrivedAfterwardsStayInConflict() throws {
    try change(in: anna) { $0.notes = "hers" }
    try change(in: ben) { $0.notes = "his" }
    try homes.synchronize(anna, ben)
    let seen = try anna.household.conflicts(of: item)
    let chris = try homes.home.store("chris")
    try homes.join(chris)
    // Chris also writes without knowing the others' values; then Anna resolves what she saw.
    try change(in: ben) { $0.manufacturer = "Bosch" }
    try change(in: chris) { $0.manufacturer = "Makita" }
    try homes.synchronize(ben, chris)
    try homes.synchronize(anna)
    #expect(try anna.household.conflicts(of: item).count == 2)
    #expect(try anna.household.keepLocal(of: item, insteadOf: seen, author: "Anna"))
    try homes.synchronize(anna, ben)
    for store in [anna, ben] {
      #expect(try store.household.conflicts(of: item).map(\.subject) == [.field(.manufacturer)])
      #expect(try store.household.conflictingItems() == [item])
    }
    #expect(try ben.household.keepLocal(of: item, author: "Ben"))
    try homes.synchronize(ben, anna)
    #expect(
      try anna.household.conflictingItems().isEmpty && ben.household.conflictingItems().isEmpty)
  }

  @Test func theHistoryNamesDevicesAndChanges() throws {
    try change(in: ben) {
      $0.purchasePrice = 12_990
      $0.tags = ["lent"]
      $0.fields = [CustomField(name: "Colour", value: "blue")]
    }
    try homes.synchronize(ben, anna)
    let history = try anna.changes.history(of: item)
    #expect(history.map(\.action) == [.changed, .created])
    #expect(history.map(\.device) == ["Ben (laptop)", "Anna (desk)"])
    let changes = [
      ItemChange(aspect: .custom("Colour"), before: nil, after: "blue"),
      ItemChange(aspect: .field(.purchasePrice), before: nil, after: "129.90"),
      ItemChange(aspect: .tag("lent"), before: nil, after: "lent"),
    ]
    #expect(history.first?.changes == changes)
    #expect(
      try ben.changes.history(of: item).first?.changes == changes, "the author sees the same")
    let seen = try #require(try anna.household.membership()?.lastSequence)
    #expect(try anna.household.change(of: item, after: seen) == nil)
    #expect(try anna.household.change(of: item, after: 0)?.author == ben.database.directory)
    #expect(try ben.household.change(of: item, after: seen - 1) == nil, "the change is its own")
  }

  @Test func theHistoryHasFormerValuesWhoeverWroteThem() throws {
    let place = try anna.addPlace("Shed")
    try change(in: anna) { $0.place = place.uuid }
    try homes.synchronize(anna, ben)
    let long = String(repeating: "x", count: 501)
    try change(in: ben) {
      $0.place = nil
      $0.notes = long
    }
    try change(in: ben) { $0.quantity = 2 }
    try homes.synchronize(ben, anna)
    for home in [anna, ben] {
      let written = try home.changes.history(of: item).dropLast().flatMap(\.changes)
      #expect(
        Set(written) == [
          ItemChange(aspect: .field(.place), before: nil, after: "Shed"),
          ItemChange(aspect: .field(.place), before: "Shed", after: nil),
          ItemChange(aspect: .field(.quantity), before: "1", after: "2"),
          // A long text is only named.
          ItemChange(aspect: .field(.notes)),
        ])
    }
  }

  /// An earlier version stored only the names of fields, and its file may be read-only.
  @Test func theHistoryOfAnEarlierVersionNamesFields() throws {
    try change(in: ben) { $0.purchasePrice = 12_990 }
    try homes.synchronize(ben, anna)
    try anna.database.file.write { db in
      try db.execute(sql: "ALTER TABLE household_history DROP COLUMN written")
      try db.execute(sql: "PRAGMA user_version = 7")
      return ((), .commit)
    }
    let directory = anna.database.directory
    let named = [ItemChange(aspect: .field(.purchasePrice))]
    let reading = try InventoryStore(directory: directory, access: .read)
    #expect(try reading.changes.history(of: item).first?.changes == named)
    let writing = try InventoryStore(directory: directory, access: .write)
    #expect(try writing.changes.history(of: item).first?.changes == named)
    try change(in: ben) { $0.purchasePrice = 5_000 }
    try homes.synchronize(ben, writing)
    #expect(
      try writing.changes.history(of: item).first?.changes == [
        ItemChange(aspect: .field(.purchasePrice), before: "129.90", after: "50.00")
      ])
  }

  @Test func withoutAHouseholdTheLocalLogProvidesTheHistory() throws {
    let store = try homes.home.store("alone")
    let place = try store.addPlace("Shed")
    let item = try store.add("Drill") { $0.notes = "loud" }
    var wanted = try #require(try store.items.fetch(item.uuid))
    wanted.name = "Hammer drill"
    wanted.place = place.uuid
    wanted.purchasePrice = 100
    wanted.fields = [CustomField(name: "Colour", value: "blue")]
    try store.changes.perform(.updateItem(wanted), session: "test")
    let history = try store.changes.history(of: item.uuid)
    #expect(history.map(\.action) == [.changed, .created])
    #expect(history.first?.author == "test")
    #expect(
      Set(history.first?.changes ?? []) == [
        ItemChange(aspect: .field(.name), before: "Drill", after: "Hammer drill"),
        ItemChange(aspect: .field(.place), before: nil, after: "Shed"),
        ItemChange(aspect: .field(.purchasePrice), before: nil, after: "1.00"),
        ItemChange(aspect: .custom("Colour"), before: nil, after: "blue"),
      ])
    _ = try store.changes.undo(session: "test")
    #expect(try store.changes.history(of: item.uuid).map(\.action) == [.created])
  }
}
