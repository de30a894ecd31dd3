import InventorySupport
import Foundation
import Testing

@testable import Inventory
@testable import Sync

@Suite struct SharedInventoryTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
  }

  private func change(
    _ item: UUID, in store: InventoryStore, _ body: (inout Item) -> Void
  ) throws {
    var wanted = try #require(try store.items.fetch(item))
    body(&wanted)
    try store.changes.perform(.updateItem(wanted), session: session)
  }

  private func named(_ name: String, in store: InventoryStore) throws -> Item? {
    let list = try ItemList(store: store)
    for index in try 0..<list.count {
      if let row = try list.row(at: index), row.name == name {
        return try store.items.fetch(row.uuid)
      }
    }
    return nil
  }

  private func expectTheSame() throws {
    #expect(try homes.differences(anna, ben) == [])
    for store in [anna, ben] {
      #expect(try store.recount() == store.database.counts)
      #expect(try store.wrongPlaceCounts() == [])
      #expect(try store.household.membership()?.waiting == 0)
    }
  }

  @Test func allDataOfAnItemArrives() throws {
    let shed = try anna.addPlace("Shed", in: anna.addPlace("Home"))
    let box = try anna.add("Box")
    let drill = try anna.add("Bohrer – Дрель 电钻") {
      $0.place = shed.uuid
      $0.parent = box.uuid
      $0.quantity = 0.1
      $0.purchasePrice = 12_990
      $0.purchaseDate = CalendarDate(iso: "2024-02-29")
      $0.tags = ["tools", "Lent"]
      $0.fields = [CustomField(name: "Colour", value: "blue")]
      $0.isInsured = true
      $0.notes = "two\nlines"
    }
    let category = try anna.items.addCategory(named: "Curiosities", session: session)
    try change(drill.uuid, in: anna) { $0.category = category }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let there = try #require(try ben.items.fetch(drill.uuid))
    #expect(there.tags == ["Lent", "tools"])
    #expect(there.createdAt == drill.createdAt)
    #expect(try ben.items.relations(of: there).category == "Curiosities")
    #expect(try ben.items.relations(of: there).placePath == "Home / Shed")
    #expect(try homes.home.export(anna) == homes.home.export(ben))
    #expect(try ItemList(store: ben, query: ItemQuery(filter: "Дрель")).count == 1)
  }

  @Test func changesToDifferentFieldsAreMerged() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    try change(item.uuid, in: anna) { $0.notes = "noisy" }
    try change(item.uuid, in: ben) {
      $0.manufacturer = "Bosch"
      $0.tags = ["tools"]
    }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let merged = try #require(try anna.items.fetch(item.uuid))
    #expect(merged.notes == "noisy" && merged.manufacturer == "Bosch" && merged.tags == ["tools"])
    #expect(try anna.household.conflicts(of: item.uuid) == [])
  }

  @Test func concurrentChangesToOneFieldConflictUntilResolved() throws {
    let item = try anna.add("Drill") { $0.purchasePrice = 100 }
    try homes.synchronize(anna, ben)
    try change(item.uuid, in: anna) { $0.purchasePrice = 200 }
    try change(item.uuid, in: ben) { $0.purchasePrice = 300 }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let shown = try #require(try anna.items.fetch(item.uuid)?.purchasePrice)
    let others = try anna.household.conflicts(of: item.uuid)
    let bens = try ben.household.conflicts(of: item.uuid)
    #expect(others.map(\.text) == bens.map(\.text))
    // Only one of the two homes wrote it.
    #expect(others.map(\.isOwn) != bens.map(\.isOwn))
    #expect(others.map(\.subject) == [.field(.purchasePrice)])
    #expect(Set([shown == 200 ? "2.00" : "3.00", others.first?.text]) == ["2.00", "3.00"])
    #expect(try ben.household.keepLocal(of: item.uuid, author: "ben"))
    try homes.synchronize(anna, ben)
    #expect(try anna.household.conflicts(of: item.uuid) == [])
    #expect(try anna.items.fetch(item.uuid)?.purchasePrice == shown)
    #expect(try !ben.household.keepLocal(of: item.uuid, author: "ben"))
  }

  @Test func editingAnItemRestoresItFromAnotherHomesTrash() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.trashItems([item.uuid]), session: session)
    try change(item.uuid, in: ben) { $0.notes = "still in use" }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(try anna.items.fetch(item.uuid)?.deletedAt == nil)
    #expect(try anna.household.conflicts(of: item.uuid).map(\.subject) == [.trash])
  }

  @Test func changingATrashedItemDoesNotTrashItAgain() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.trashItems([item.uuid]), session: session)
    try anna.household.record(author: "anna")
    try change(item.uuid, in: ben) { $0.notes = "still in use" }
    try homes.synchronize(ben)
    // Anna knows of Ben's change now, and none of her later operations may trash the item again.
    try homes.receive(anna)
    try change(item.uuid, in: anna) { $0.assetNumber = 77 }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(try anna.items.fetch(item.uuid)?.deletedAt == nil)
    #expect(try ben.items.fetch(item.uuid)?.assetNumber == 77)
  }

  @Test func trashingAndUndoAreSynced() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.trashItems([item.uuid]), session: session)
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(item.uuid)?.deletedAt != nil)
    _ = try anna.changes.undo(session: session)
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(item.uuid)?.deletedAt == nil)
    try expectTheSame()
  }

  @Test func aNumberAssignedInBothHomesStaysWithOneItem() throws {
    let drill = try anna.add("Drill")
    let saw = try ben.add("Saw")
    #expect(drill.assetNumber == saw.assetNumber)
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let numbers = try [drill, saw].map { try anna.items.fetch($0.uuid)?.assetNumber }
    #expect(Set(numbers).count == 2)
  }

  /// The homes that assigned it choose another number; a third home writes nothing.
  @Test func onlyTheAssigningHomesChangeADuplicateNumber() throws {
    let cleo = try homes.home.store("cleo")
    try homes.join(cleo)
    _ = try (anna.add("Drill"), ben.add("Saw"))
    for home in [anna, ben] {
      try home.household.record(author: home.database.directory)
      try homes.send(home)
    }
    try homes.receive(cleo)
    #expect(try cleo.household.record(author: "cleo") == 0)
    try homes.synchronize(anna, ben, cleo)
    #expect(try homes.differences(anna, cleo) == [])
  }

  /// An item that waits for a place is examined again only when the place arrives.
  @Test func anItemWaitsForItsPlaceWithoutBeingExamined() throws {
    let shed = Place(name: "Shed")
    let drill = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    let (item, place) = (SyncedTable.item.row(drill.uuid), SyncedTable.place.row(shed.uuid))
    func say(_ row: RowID, _ cells: [String: SharedValue], from device: String) throws {
      let lastSequence = try #require(try ben.household.membership()?.lastSequence)
      try homes.add(
        SyncOperation(
          lastSequence: lastSequence, author: "Cleo", at: 5, writes: [RowWrite(row, cells)]),
        from: device)
      try homes.synchronize(ben)
    }
    try say(item, ["location_id": .text(place.key)], from: "cleo")
    let unapplied = try ben.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM household_pending")
    }
    #expect(try unapplied == 0 && ben.items.fetch(drill.uuid)?.place == nil)
    try say(place, ["name": .text("Shed"), MergedRow.life: .null], from: "dora")
    #expect(try ben.items.fetch(drill.uuid)?.place == shed.uuid)
  }

  /// A waiting operation comes last in the server's order, so its number changes before it is sent.
  @Test func anUnsentNumberYieldsToOneAlreadySent() throws {
    let drill = try anna.add("Drill")
    let saw = try ben.add("Saw")
    try ben.household.record(author: "ben")
    try homes.synchronize(anna)
    try homes.receive(ben)
    #expect(try ben.items.fetch(drill.uuid)?.assetNumber == drill.assetNumber)
    #expect(try ben.items.fetch(saw.uuid)?.assetNumber != saw.assetNumber)
    // Ben's other number is sent, even to homes that join later.
    try homes.synchronize(ben, anna)
    try expectTheSame()
    let cleo = try homes.home.store("cleo")
    try homes.join(cleo)
    #expect(try homes.differences(ben, cleo) == [])
  }

  @Test func movingAnItemIntoAPlaceRestoresItFromAnotherHomesTrash() throws {
    let shed = try anna.addPlace("Shed")
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.trashPlace(shed.uuid, contents: .trash), session: session)
    try change(item.uuid, in: ben) { $0.place = shed.uuid }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(try anna.places.children(of: nil).map(\.name) == ["Shed"])
    #expect(try anna.items.fetch(item.uuid)?.place == shed.uuid)
  }

  @Test func newsOmitsTheUsersOwnChangesOnAnyMachine() throws {
    try homes.synchronize(anna, ben)
    let lastSequence = try #require(try ben.household.membership()?.lastSequence)
    let saw = try ben.add("Saw").uuid
    try homes.synchronize(anna, ben)
    let news = try anna.household.news(after: 0, besides: "nobody")
    #expect(news.map(\.subject) == [.item(saw, name: "Saw")])
    #expect(try anna.household.news(after: 0, besides: ben.database.directory) == [])
    #expect(
      try ben.household.news(after: lastSequence, besides: "nobody") == [], "the change is its own")
  }

  @Test func placesOfOneNameAreNumbered() throws {
    let one = try anna.addPlace("Garage")
    let other = try ben.addPlace("Garage")
    let item = try ben.add("Bicycle") { $0.place = other.uuid }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(Set(try anna.places.children(of: nil).map(\.name)) == ["Garage", "Garage (2)"])
    #expect(try anna.items.fetch(item.uuid)?.place == other.uuid)
    try anna.changes.perform(.renamePlace(one.uuid, to: "Carport"), session: session)
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(Set(try ben.places.children(of: nil).map(\.name)).contains("Carport"))
  }

  @Test func itemsPutIntoEachOtherFormNoCycle() throws {
    let bag = try anna.add("Bag")
    let box = try anna.add("Box")
    try homes.synchronize(anna, ben)
    try change(bag.uuid, in: anna) { $0.parent = box.uuid }
    try change(box.uuid, in: ben) { $0.parent = bag.uuid }
    try homes.synchronize(anna, ben)
    #expect(try homes.differences(anna, ben) == [])
    let parents = try [bag, box].map { try anna.items.fetch($0.uuid)?.parent }
    #expect(parents.compactMap(\.self).count == 1)
  }

  @Test func aJoiningHomeMergesItsOwnData() throws {
    let place = try anna.addPlace("Home")
    try anna.add("Drill") {
      $0.place = place.uuid
      $0.importReference = "ref-1"
      $0.notes = "theirs"
    }
    try homes.synchronize(anna)
    let chris = try homes.home.store("chris")
    let own = try chris.addPlace("Home")
    let lamp = try chris.add("Lamp") { $0.place = own.uuid }
    let drill = try chris.add("Drill") {
      $0.importReference = "ref-1"
      $0.notes = "mine"
    }
    try homes.join(chris)
    try homes.synchronize(anna, chris)
    let differences = try homes.differences(anna, chris)
    #expect(differences == [])
    #expect(try chris.places.children(of: nil).map(\.name) == ["Home"])
    #expect(try anna.database.counts.live == 2)
    #expect(try anna.items.fetch(lamp.uuid)?.place == place.uuid)
    #expect(try chris.items.fetch(drill.uuid) == nil)
    let shared = try #require(try named("Drill", in: anna))
    let others = try anna.household.conflicts(of: shared.uuid)
    #expect(others.map(\.subject) == [.field(.notes)])
  }

  @Test func aHomeCanBeUsedWhileItJoins() throws {
    let cleo = try homes.home.store("cleo")
    for number in 0..<1200 { try cleo.add("Cleo \(number)") }
    let window = try InventoryStore(directory: cleo.database.directory)
    try cleo.household.enter("h", .joining)
    try homes.receive(cleo)
    var saved = 0
    try cleo.household.bringIn(author: "cleo") {
      guard saved < 3 else { return }
      saved += 1
      _ = try? window.changes.perform(
        .createItem(Item(name: "Meanwhile \(saved)")), session: session)
    }
    #expect(saved == 3)
    try homes.synchronize(cleo, anna)
    #expect(try homes.differences(anna, cleo) == [])
    #expect(try named("Meanwhile 3", in: anna) != nil)
    #expect(try named("Cleo 1199", in: anna) != nil)
  }

  @Test func changesMadeAfterABackupReturnAfterItsRestore() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    #expect(try anna.database.checkpoint())
    let backup = try Data(contentsOf: URL(fileURLWithPath: anna.database.path))
    try change(item.uuid, in: anna) { $0.notes = "after the backup" }
    try homes.synchronize(anna, ben)
    let directory = homes.home.path + "/restored"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try backup.write(to: URL(fileURLWithPath: directory + "/inventory.sqlite"))
    let restored = try homes.home.store("restored")
    try change(item.uuid, in: restored) { $0.manufacturer = "Bosch" }
    try homes.synchronize(restored, ben)
    let merged = try #require(try ben.items.fetch(item.uuid))
    #expect(merged.notes == "after the backup" && merged.manufacturer == "Bosch")
    #expect(try homes.differences(restored, ben) == [])
    #expect(try restored.household.membership()?.device != anna.household.membership()?.device)
  }

  @Test func columnsAndKindsOfNewerVersionsAreKept() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    let row = SyncedTable.item.row(item.uuid)
    let newer = SyncOperation(
      lastSequence: Int64(homes.log.count),
      writes: [
        RowWrite(row, ["smell": .text("oil"), MergedRow.life: .null]),
        RowWrite(RowID(kind: "loan", key: "1"), ["to": .text("Chris")]),
      ])
    try homes.add(newer, from: "newer")
    try homes.synchronize(anna, ben)
    try change(item.uuid, in: anna) { $0.notes = "x" }
    try homes.synchronize(anna, ben)
    let kept = try ben.database.file.read {
      try SyncTables(db: $0).row(row)?.merged.value("smell")
    }
    #expect(kept == .text("oil"))
    try expectTheSame()
  }

  @Test func invalidValuesDoNotBlockTheMerge() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    let hostile = SyncOperation(
      lastSequence: Int64(homes.log.count),
      writes: [
        RowWrite(
          SyncedTable.item.row(item.uuid),
          ["name": .text(""), "quantity": .real(-5), "purchase_price_minor": .text("x")]),
        RowWrite(SyncedTable.item.row("nonsense"), ["name": .text("a")]),
        RowWrite(SyncedTable.setting.row("currency"), ["value": .text("???")]),
        RowWrite(SyncedTable.place.row(UUID()), ["name": .text("a/b")]),
        RowWrite(
          SyncedTable.attachment.row(UUID()),
          [
            "sha256": .text("../../etc/passwd"), "item": .text(SharedKey.text(item.uuid)),
            "file_name": .text("../x"), "bytes": .integer(-1),
          ]),
      ])
    try homes.add(hostile, from: "hostile")
    try homes.synchronize(anna, ben)
    let lamp = try ben.add("Lamp")
    try homes.synchronize(anna, ben)
    #expect(try anna.items.fetch(lamp.uuid)?.name == "Lamp")
    #expect(try anna.items.fetch(item.uuid)?.name == "Drill")
    #expect(try anna.places.children(of: nil) == [])
    try anna.database.checkIntegrity()
  }

  /// Exporting such a file could overwrite files elsewhere.
  @Test func aFileWhoseNameIsAPathIsRefused() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    for name in ["../bill.pdf", "a\0.pdf", "bill.pdf"] {
      let described = SyncOperation(
        lastSequence: Int64(homes.log.count),
        writes: [
          RowWrite(
            SyncedTable.attachment.row(UUID()),
            [
              "sha256": .text(String(repeating: "ab", count: 32)), "bytes": .integer(3),
              "item": .text(SharedKey.text(item.uuid)), "file_name": .text(name),
            ])
        ])
      try homes.add(described, from: "hostile")
    }
    try homes.synchronize(anna)
    let files = try anna.attachments.fetchAll(of: item.uuid)
    #expect(files.map(\.fileName) == ["bill.pdf"])
  }

  /// It would change every price.
  @Test func aCurrencyWithOtherDecimalsIsNotApplied() throws {
    let item = try anna.add("Drill") { $0.purchasePrice = 12_990 }
    try homes.synchronize(anna, ben)
    func write(_ code: String) throws {
      let written = SyncOperation(
        lastSequence: Int64(homes.log.count),
        writes: [RowWrite(SyncedTable.setting.row("currency"), ["value": .text(code)])])
      try homes.add(written, from: "other")
      try homes.synchronize(anna)
    }
    let before = try anna.settings.fetch().currency
    try write("JPY")
    #expect(try anna.settings.fetch().currency == before)
    #expect(try anna.items.fetch(item.uuid)?.purchasePrice == 12_990)
    try write("CHF")
    #expect(try anna.settings.fetch().currency == Currency(code: "CHF"))
  }

  @Test func leavingKeepsAllData() throws {
    let item = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    let before = try homes.content(ben)
    try ben.household.leave()
    #expect(try ben.household.membership() == nil)
    try change(item.uuid, in: ben) { $0.notes = "alone" }
    try change(item.uuid, in: ben) { $0.notes = "" }
    #expect(try homes.content(ben) == before)
    try homes.join(ben)
    try homes.synchronize(anna, ben)
    try expectTheSame()
  }

  @Test func theLoginsCurrencyDoesNotReplaceThatOfAHousehold() throws {
    let shared = try homes.home.store("shared")
    try shared.household.enter("h", .founding)
    let franc = try #require(Currency(code: "CHF"))
    #expect(try !shared.settings.prefer(franc, session: "test"))
    #expect(shared.database.currency == .euro)
  }
}
