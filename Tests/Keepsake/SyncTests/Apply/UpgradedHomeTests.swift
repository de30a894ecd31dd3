import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// Homes of one household that are upgraded one after the other.
@Suite struct UpgradedHomeTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let drill: Item

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    drill = try anna.add("Drill")
    try homes.synchronize(anna, ben)
  }

  private func change(in store: InventoryStore, _ body: (inout Item) -> Void) throws {
    var wanted = try #require(try store.items.fetch(drill.uuid))
    body(&wanted)
    try store.changes.perform(.updateItem(wanted), session: "a")
  }

  /// Turns a file into one of the version before loans, and opens it with this version.
  ///
  /// - Parameters:
  ///   - knowsOrder: Whether that version recorded the order of operations.
  ///   - fields: Custom fields of the drill in that version, which are also merged.
  private func upgrade(
    _ store: InventoryStore, knowsOrder: Bool = true, fields: [CustomField] = []
  ) throws -> InventoryStore {
    try store.database.file.write { db in
      try add(fields, db)
      try db.forgetColumns(after: 6)
      if !knowsOrder {
        try db.execute(
          sql: """
            ALTER TABLE household_queue DROP COLUMN former;
            DROP TABLE household_number;
            """)
      }
      try db.execute(sql: "PRAGMA user_version = 6")
      return ((), .commit)
    }
    return try homes.home.store((store.database.directory as NSString).lastPathComponent)
  }

  private func add(_ fields: [CustomField], _ db: Database) throws {
    let id = SyncedTable.item.row(SharedKey.text(drill.uuid))
    let tables = SyncTables(db: db)
    let stored = try #require(try StoredItem.fetch(db, uuid: drill.uuid))
    let words = try SearchIndex.texts(ofRow: stored.id, db)
    for field in fields {
      try db.execute(
        sql: """
          INSERT INTO custom_field(item_id, name, value)
            SELECT id, ?, ? FROM item WHERE uuid = ?
          """, arguments: [field.name, field.value, drill.uuid])
      var row = try #require(try tables.row(id))
      let value = SharedValue.text(field.name + "\0" + field.value)
      row.applied[Item.fieldPrefix + field.name.lowercased()] = value
      try tables.put(row, at: id)
    }
    try SearchIndex.replace(
      words, with: try SearchIndex.texts(ofRow: stored.id, db), id: stored.id, db)
    try tables.remove(id, from: .dirty)
  }

  /// Sends what an older version writes: custom fields where this version has built-in ones.
  private func sendAsOlderVersion(_ fields: [CustomField]) throws {
    let id = SyncedTable.item.row(SharedKey.text(drill.uuid))
    var cells: [String: SharedValue] = ["notes": .text("by an older one"), MergedRow.life: .null]
    for field in fields {
      cells[Item.fieldPrefix + field.name.lowercased()] = .text(field.name + "\0" + field.value)
    }
    let operation = SyncOperation(
      lastSequence: Int64(homes.log.count), former: [:], author: "Old", at: 1,
      writes: [RowWrite(id, cells)])
    try homes.add(operation, from: "older")
  }

  /// The previous version had no manual order; it only kept the position.
  @Test func aPositionFromANewerHomeAppliesAfterTheUpgrade() throws {
    let lamp = try anna.add("Lamp")
    try anna.changes.perform(.orderItem(lamp.uuid, .before(drill.uuid)), session: "a")
    try homes.synchronize(anna, ben)
    try ben.database.file.write { db in
      try db.forgetColumns(after: 11)
      try db.execute(
        sql: """
          UPDATE item SET order_key = 0;
          DELETE FROM household_dirty;
          DROP INDEX item_by_position;
          PRAGMA user_version = 11;
          """)
      // The previous version applied no position.
      let tables = SyncTables(db: db)
      for uuid in [drill.uuid, lamp.uuid] {
        let id = SyncedTable.item.row(SharedKey.text(uuid))
        var row = try #require(try tables.row(id))
        row.applied["order_key"] = nil
        try tables.put(row, at: id)
      }
      return ((), .commit)
    }
    let upgraded = try homes.home.store("ben")
    try homes.synchronize(anna, upgraded)
    for store in [anna, upgraded] {
      let list = try ItemList(store: store, query: ItemQuery(order: .manual))
      let names = try (0..<2).compactMap { try list.row(at: $0)?.name }
      #expect(names == ["Lamp", "Drill"], "\(store === anna ? "anna" : "ben")")
    }
  }

  /// A home with the tables of the first version continues where it was, and checks operations from then on.
  @Test func aHomeWithTheFirstVersionsTablesContinues() throws {
    try change(in: anna) { $0.notes = "sent" }
    try change(in: ben) { $0.description = "waits" }
    while try ben.household.record(author: "Ben") > 0 {}
    let again = try upgrade(ben, knowsOrder: false)
    try homes.synchronize(anna, again)
    #expect(try again.items.fetch(drill.uuid)?.notes == "sent")
    #expect(try anna.items.fetch(drill.uuid)?.description == "waits")
    try change(in: anna) { $0.lentTo = "Eva" }
    try homes.synchronize(anna, again)
    #expect(try again.items.fetch(drill.uuid)?.lentTo == "Eva")
    #expect(try homes.differences(anna, again) == [])
    // After the first received operation, gaps are noticed again.
    try change(in: anna) { $0.unit = "pair" }
    while try anna.household.record(author: "Anna") > 0 {}
    let device = try #require(try anna.household.membership()?.device)
    let next = try #require(try anna.household.queued(after: 0, bytes: .max).first)
    try homes.add(next.operation, from: device, number: next.number + 1)
    try homes.receive(again)
    #expect(try again.household.setAsideChanges().map(\.count) == [1])
    #expect(try again.items.fetch(drill.uuid)?.unit == "")
  }

  /// Homes that have always recorded the order refuse the same operations.
  @Test(arguments: [Int64.min, 0, 7, .max])
  func aDevicesFirstNumberMustBeOneAfterTheUpgradeToo(number: Int64) throws {
    let again = try upgrade(ben, knowsOrder: false)
    let operation = SyncOperation(
      lastSequence: Int64(homes.log.count), author: "Mallory",
      writes: [RowWrite(SyncedTable.item.row(drill.uuid), ["name": .text("Junk")])])
    try homes.add(operation, from: "stranger", number: number)
    for store in [anna, again] {
      try homes.receive(store)
      #expect(try store.items.fetch(drill.uuid)?.name == "Drill")
      #expect(try store.household.setAsideChanges().map(\.count) == [1])
    }
  }

  /// An earlier version queued rows of any size, which no home accepts.
  @Test func queuedOperationsThatAreTooLargeAreSentInParts() throws {
    let id = SyncedTable.item.row(drill.uuid)
    try change(in: ben) { $0.notes = "first" }
    try homes.synchronize(anna, ben)
    let tags = RowImage(uniqueKeysWithValues: (0..<5000).map { ("tag:t\($0)", .text("t\($0)")) })
    try ben.database.file.write { db in
      let tables = SyncTables(db: db)
      var clock = try tables.clock()
      try tables.enqueue(
        SyncOperation(
          lastSequence: clock.lastSequence, author: "Ben", writes: [RowWrite(id, tags)]),
        number: clock.next)
      clock.next += 1
      try tables.set(clock)
      return ((), .commit)
    }
    try change(in: ben) { $0.notes = "later" }
    while try ben.household.record(author: "Ben") > 0 {}
    let device = try ben.household.membership()?.device
    #expect(
      try ben.household.queued(after: 0, bytes: .max).map(\.operation.isTooLarge) == [
        true, false,
      ])
    try ben.household.divideQueued()
    try homes.synchronize(anna, ben)
    #expect(
      try ben.household.membership()?.device == device && ben.household.membership()?.waiting == 0)
    for store in [anna, ben] {
      let found = try #require(try store.items.fetch(drill.uuid))
      #expect(found.notes == "later" && (4000..<5000).contains(found.tags.count))
    }
    #expect(try homes.differences(anna, ben) == [])
  }

  /// Earlier versions could seal an item that fills a whole operation.
  @Test func anItemTooLargeToSendIsNamedAndBlocksNothing() throws {
    let sealed = String(repeating: "A", count: OperationBounds.cellBytes)
    try ben.database.write(source: "test", isWhole: true) { transaction in
      let item = Item(uuid: UUID(), name: "Coin").masked(sealed: sealed)
      _ = try ItemWriter(transaction).insert(item)
    }
    try change(in: ben) { $0.notes = "later" }
    try homes.synchronize(anna, ben)
    #expect(try anna.items.fetch(drill.uuid)?.notes == "later")
    #expect(try ben.household.membership()?.waiting == 0 && anna.household.unsentItems() == [])
    let line = "the private item 000-002 is too large to be sent: shorten its texts"
    #expect(try ben.household.unsentItems() == [line])
  }

  @Test func aHomeThatRecordedTheOrderIsUpgradedToo() throws {
    let again = try upgrade(ben)
    try change(in: anna) { $0.notes = "new" }
    try homes.synchronize(anna, again)
    #expect(try again.items.fetch(drill.uuid)?.notes == "new")
  }

  /// A custom field that becomes a built-in one is sent, and doesn't block changes of others.
  @Test func customFieldsMovedIntoBuiltInOnesAreSent() throws {
    let again = try upgrade(
      ben,
      fields: [
        CustomField(name: "Lent to", value: "Eva"), CustomField(name: "Due back", value: "soon"),
      ])
    try change(in: anna) { $0.notes = "by Anna" }
    try homes.synchronize(anna, again)
    for store in [anna, again] {
      let item = try #require(try store.items.fetch(drill.uuid))
      #expect(item.lentTo == "Eva" && item.notes == "by Anna")
      #expect(item.fields == [CustomField(name: "Due back (as typed)", value: "soon")])
      #expect(try store.household.membership()?.waiting == 0)
    }
    try change(in: anna) { $0.name = "Hammer drill" }
    try homes.synchronize(anna, again)
    #expect(try again.items.fetch(drill.uuid)?.name == "Hammer drill")
  }

  /// All other changes by an older version arrive.
  @Test func anOlderVersionsCustomFieldDoesNotBlockOtherChanges() throws {
    try sendAsOlderVersion([CustomField(name: "Lent to", value: "Max")])
    try homes.synchronize(anna, ben)
    for store in [anna, ben] {
      #expect(try store.items.fetch(drill.uuid)?.notes == "by an older one")
      #expect(try store.items.fetch(drill.uuid)?.fields == [])
    }
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    #expect(try carl.items.fetch(drill.uuid)?.notes == "by an older one")
  }

  /// Columns written by newer versions are only kept, until the upgraded home shows them.
  @Test func keptColumnsAreShownAfterTheUpgrade() throws {
    try change(in: anna) { $0.lentTo = "Eva" }
    try homes.synchronize(anna, ben)
    // As in an older version: merged, but neither applied nor marked as unapplied.
    try ben.database.file.write { db in
      let id = SyncedTable.item.row(SharedKey.text(drill.uuid))
      let tables = SyncTables(db: db)
      var row = try #require(try tables.row(id))
      row.applied["lent_to"] = nil
      try tables.put(row, at: id)
      try tables.remove(id, from: .unapplied)
      return ((), .commit)
    }
    let again = try upgrade(ben)
    #expect(try again.items.fetch(drill.uuid)?.lentTo == "")
    try again.household.applyUnapplied(author: "Ben")
    #expect(try again.items.fetch(drill.uuid)?.lentTo == "Eva")
    #expect(try homes.differences(anna, again) == [])
  }

  /// A program that opened the file before the upgrade would write rows without the new columns.
  @Test func anOlderProgramStillRunningCannotWrite() throws {
    let item = try #require(try ben.items.fetch(drill.uuid))
    try ben.database.file.write { db in
      try db.execute(sql: "PRAGMA user_version = \(ben.database.file.format + 1)")
      return ((), .commit)
    }
    let error = #expect(throws: InventoryError.self) {
      try ben.changes.perform(.updateItem(item), session: "a")
    }
    #expect(error?.message.contains("by a newer Keepsake while it was open") == true)
  }
}
