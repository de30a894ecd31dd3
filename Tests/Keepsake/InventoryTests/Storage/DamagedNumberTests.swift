import InventorySupport
import Storage
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Numbers in a file that the program can't have written.
@Suite(.leavesMainActorAlone) struct DamagedNumberTests {
  let home: InventoryHome

  /// A lamp in a room of a house, a desk, and a box in the archive.
  private static let furnished = Result {
    try InventoryHome.inventory { home, store in
      let house = try store.addPlace("House")
      let room = try store.addPlace("Room", in: house)
      try store.add("Lamp") { $0.place = room.uuid }
      try store.add("Desk") { $0.purchasePrice = 1200 }
      try home.importText("HB.import_ref,HB.name,HB.archived\nr,Box,true\n", into: store)
    }
  }

  init() throws { home = try InventoryHome(inventory: try Self.furnished.get()) }

  static let statements = [
    "UPDATE meta SET value = ? WHERE key = 'items_live'",
    "UPDATE meta SET value = ? WHERE key = 'items_archived'",
    "UPDATE meta SET value = ? WHERE key = 'items_unplaced'",
    "UPDATE meta SET value = ? WHERE key = 'data_version'",
    "UPDATE location SET subtree_count = ?", "UPDATE location SET item_count = ?",
    "UPDATE location SET place_count = ?", "UPDATE location SET rev = ?",
    "UPDATE change SET group_id = ?", "UPDATE change SET rev_after = ?",
    "UPDATE change SET after = json_object('first', ?, 'last', ?, 'count', ?)",
    "UPDATE item SET asset_no = ? WHERE name = 'Lamp'",
    "UPDATE item SET id = ? WHERE name = 'Lamp'", "UPDATE item SET rev = ?",
    "UPDATE item SET purchase_price_minor = ?", "UPDATE item SET created_at = ?",
    "UPDATE item SET quantity = abs(CAST(? AS REAL)) * 1e300",
  ]

  static let numbers: [Int64] = [.max, .max - 1, .min, -1, 1 << 62, 1 << 41]

  /// Uses everything that calculates with numbers of the file: it may be wrong, but the existing items are found.
  @Test(arguments: statements, numbers)
  func noStoredNumberCrashesTheProgram(statement: String, number: Int64) throws {
    try damage(statement, number)
    let store = try home.store()
    #expect(store.database.counts.arePossible)
    let list = try ItemList(store: store)
    #expect(try list.count <= StoredNumber.maximumCount)
    #expect(try [0, 1, 2, 3].compactMap { try list.row(at: $0)?.name } == ["Desk", "Lamp"])
    _ = try list.row(at: try list.count - 1)
    let found = try ItemList(store: store, query: ItemQuery(filter: "lamp"))
    // The word index refers to rows by number, so a renumbered row is not found by its words.
    if !statement.contains("SET id") { #expect(try found.row(at: 0)?.name == "Lamp") }
    for place in try store.places.fetchAll() {
      let level = PlaceLevel.place(place.uuid)
      let items = try ItemList(store: store, query: ItemQuery(scope: level.scope))
      #expect(try PlaceContents(store: store, level: level, items: items).itemCount >= 0)
    }
    for row in 0..<2 {
      guard let uuid = try list.row(at: row)?.uuid else { continue }
      let item = try #require(try store.items.fetch(uuid))
      _ = ItemForm(item: item, currency: store.database.currency)
    }
    _ = try? store.changes.lastChange(session: InventoryHome.session)
    try change(store)
    _ = try home.export(store)
  }

  private func damage(_ statement: String, _ number: Int64) throws {
    let queue = try DatabaseQueue(path: home.inventoryPath)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      let count = statement.count { $0 == "?" }
      try db.execute(
        sql: statement, arguments: StatementArguments(Array(repeating: number, count: count)))
    }
  }

  /// Changes may be refused with a reason, but must not crash.
  private func change(_ store: InventoryStore) throws {
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch let error as InventoryError { #expect(!error.message.isEmpty) }
    }
    let places = try store.places.fetchAll()
    try attempt { try store.add("New") { $0.place = places.last?.uuid } }
    try attempt { try store.addPlace("Attic", in: places.first) }
    if let last = places.last {
      try attempt {
        try store.changes.perform(.trashPlace(last.uuid, contents: .moveUp), session: "test")
      }
    }
    try attempt { _ = try store.changes.undo(session: InventoryHome.session) }
    try attempt { _ = try store.changes.undo(session: InventoryHome.session) }
    try attempt { _ = try store.changes.redo(session: InventoryHome.session) }
    try attempt {
      try home.importText("HB.import_ref,HB.name,HB.location\ns,Cup,House / Shelf\n", into: store)
    }
  }

  @Test func aValueOfAnotherTypeIsReportedAsDamage() throws {
    let store = try home.store()
    let error = #expect(throws: InventoryError.self) {
      _ = try store.database.file.read { try UUID.fetchOne($0, sql: "SELECT name FROM item") }
    }
    #expect(error?.kind == .badData)
    #expect(
      error?.message == "\(store.database.path) is damaged (a value has the wrong type); "
        + "restore it from a backup")
  }

  @Test func impossibleCountsAreRecounted() throws {
    try damage("UPDATE meta SET value = ? WHERE key LIKE 'items_%'", .max)
    let store = try home.store()
    #expect(store.database.counts == (try store.recount()))
    #expect(try ItemList(store: store).count == 2)
    try store.add("Chair")
    #expect(store.database.counts == (try store.recount()))
  }

  @Test func rowSetsHandleVeryLargeNumbers() {
    var near = RowSet()
    near.insert(3)
    #expect(near.contains(3))
    for other in [2, 64, 1 << 20] as [Int64] { #expect(!near.contains(other), "\(other)") }
    var all = RowSet()
    for id in [3, .max, 1 << 40, 70] as [Int64] { all.insert(id) }
    #expect(all.ids == [3, 70, 1 << 40, .max])
    #expect(all.count == 4 && all.contains(.max) && !all.contains(.min))
    var some = all
    some.subtract(all)
    #expect(some.ids == [])
    var few = RowSet()
    few.insert(.max)
    all.formIntersection(few)
    #expect(all.ids == [.max])
  }

  @Test func anyIndexInARestoredAnchorIsHandled() throws {
    let home = try InventoryHome()
    let store = try home.store()
    let item = try store.add("A")
    for order in [ItemQuery.Order.name, .nameDescending] {
      for index in [Int.min, .max, -1] {
        let query = ItemQuery(order: order)
        let anchor = ListAnchor(
          uuid: item.uuid, index: index, dataVersion: store.database.dataVersion,
          inventory: store.database.uuid,
          query: query)
        let list = try ItemList(store: store, query: query, anchor: anchor)
        #expect(try list.row(at: 0)?.name == "A")
        #expect(try list.row(at: index) == nil)
      }
    }
  }

  /// A list that ends early must not look complete.
  @Test func aStatementThatFailsMidwayThrows() throws {
    let store = try home.store()
    var found: [Int64] = []
    #expect(throws: DatabaseError.self) {
      try store.database.file.queue.read { db in
        let sql = "SELECT abs(column1) FROM (VALUES (1), (-9223372036854775808), (2))"
        try RawStatement(db, sql: sql).forEach { found.append($0) }
      }
    }
    #expect(found == [1])
  }
}
