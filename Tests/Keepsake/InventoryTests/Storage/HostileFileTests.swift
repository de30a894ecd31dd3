import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Forged files with any value in any column: they are reported as damaged, never obeyed, and never crash the program
/// (reliability S7).
@Suite(.leavesMainActorAlone) struct HostileFileTests {
  let home: InventoryHome

  init() throws { home = try InventoryHome() }

  private var inventory: String { home.path + "/data/inventory.sqlite" }
  private var drafts: String { home.path + "/data/drafts.sqlite" }

  /// Fills both files, so that every table has a row.
  private func fill() throws {
    let store = try home.store()
    let house = try store.addPlace("House")
    let room = try store.addPlace("Room", in: house)
    try store.add("Lamp") {
      $0.place = room.uuid
      $0.tags = ["old"]
      $0.fields = [CustomField(name: "Bulb", value: "E27")]
      $0.purchasePrice = 900
    }
    let lamp = try #require(try ItemList(store: store).row(at: 0)).uuid
    try store.add("Shade") { $0.parent = lamp }
    try home.importText("HB.import_ref,HB.name,HB.archived\nr,Box,true\n", into: store)
    let drafts = try DraftStore(directory: home.path + "/data")
    var fields = DraftFields()
    fields[.name] = "Lamp II"
    try drafts.put(
      [Draft(itemUUID: lamp, baseRev: 1, fields: fields, session: "main")],
      redo: DraftStore.Redo(session: "main", record: Data([1])))
    try drafts.put([Draft(fields: fields)])
    _ = try store.database.checkpoint()
    _ = try drafts.checkpoint()
  }

  /// Changes a file without its constraints.
  private func change(_ path: String, _ sql: [String]) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      for statement in sql { try db.execute(sql: statement) }
    }
    try queue.close()
  }

  /// Makes every table accept any value in any column.
  private func loosen(_ path: String) throws {
    try change(
      path,
      [
        "PRAGMA writable_schema = ON",
        """
        UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ') STRICT, ', ') '), ') STRICT', ')'),
          ' NOT NULL', '') WHERE type = 'table'
        """,
      ])
  }

  /// Trying every value in every column takes a minute; by default each column gets a third of the values.
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  private static let values = [
    "NULL", "'text'", "x'00ff'", "x''", "9223372036854775807", "-9223372036854775808", "1e300",
    "''", "zeroblob(16)",
  ]

  /// Uses everything; unreadable data must throw an error with a message.
  private func useEverything() throws {
    func attempt(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as InventoryError {
        #expect(!error.message.isEmpty && !error.message.contains("\n"))
      }
    }
    try attempt {
      let store = try home.store()
      try attempt {
        let list = try ItemList(store: store)
        for row in 0..<4 {
          try attempt {
            guard let uuid = try list.row(at: row)?.uuid, let item = try store.items.fetch(uuid)
            else {
              return
            }
            _ = ItemForm(item: item, currency: store.database.currency)
            try attempt { _ = try store.items.relations(of: item) }
            try attempt { try store.changes.perform(.updateItem(item), session: "test") }
          }
        }
      }
      try attempt { _ = try ItemList(store: store, query: ItemQuery(filter: "lamp")).row(at: 0) }
      try attempt { _ = try store.items.categories() }
      try attempt { _ = try store.items.tags() }
      try attempt { _ = try store.views.fetchAll() }
      try attempt {
        for place in try store.places.fetchAll() {
          let level = PlaceLevel.place(place.uuid)
          let items = try ItemList(store: store, query: ItemQuery(scope: level.scope))
          _ = try PlaceContents(store: store, level: level, items: items).itemCount
        }
      }
      try attempt { _ = try store.changes.lastChange(session: "test") }
      try attempt { _ = try home.export(store) }
      try attempt { try ItemList(store: store).forEachItem { _, _ in } }
      try attempt { try store.add("New") }
      for _ in 0..<3 { try attempt { _ = try store.changes.undo(session: InventoryHome.session) } }
      try attempt { _ = try store.changes.redo(session: InventoryHome.session) }
      try attempt { try home.importText("HB.import_ref,HB.name\nr,Cup\n", into: store) }
    }
    try attempt {
      let drafts = try DraftStore(directory: home.path + "/data")
      try attempt { for draft in try drafts.drafts() { _ = try drafts.draft(draft.uuid) } }
      try attempt { _ = try drafts.redoRecord(of: "main") }
      try attempt { try drafts.put([Draft(session: "main")]) }
      try attempt { for draft in try drafts.drafts() { _ = try drafts.discard(draft.uuid) } }
    }
  }

  @Test(arguments: [
    "meta", "location", "category", "item", "tag", "item_tag", "custom_field", "change", "draft",
    "redo", "saved_view",
  ])
  func anyValueInAnyColumnIsReportedAsDamage(table: String) throws {
    try fill()
    let path = ["draft", "redo"].contains(table) ? drafts : inventory
    try loosen(path)
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    let columns = try DatabaseQueue(path: path).read {
      try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info('\(table)')")
    }
    #expect(!columns.isEmpty)
    for (index, column) in columns.enumerated() {
      for (number, value) in Self.values.enumerated()
      where Self.isExhaustive || (number + index) % 3 == 0 {
        for end in ["-wal", "-shm"] { unlink(path + end) }
        try original.write(to: URL(fileURLWithPath: path))
        // A value that a key or an index still refuses can't be in the file.
        guard (try? change(path, ["UPDATE OR IGNORE \(table) SET \(column) = \(value)"])) != nil
        else { continue }
        try useEverything()
      }
    }
  }

  @Test func foreignTriggersAreNotRun() throws {
    try fill()
    try change(
      inventory,
      [
        "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item WHERE name = 'Lamp'; END",
        "CREATE TRIGGER u BEFORE UPDATE ON meta BEGIN SELECT RAISE(FAIL, 'no'); END",
      ])
    try change(drafts, ["CREATE TRIGGER t AFTER INSERT ON draft BEGIN DELETE FROM draft; END"])
    let store = try home.store()
    try store.add("Chair")
    guard case .one = try store.items(named: "Lamp") else {
      Issue.record("the trigger deleted the lamp")
      return
    }
    let drafts = try DraftStore(directory: home.path + "/data")
    try drafts.put([Draft()])
    #expect(try drafts.count() == 3)
  }

  @Test func aViewInPlaceOfATableIsReportedAsDamage() throws {
    try fill()
    try change(
      inventory,
      [
        "ALTER TABLE item RENAME TO hidden",
        "CREATE VIEW item AS SELECT * FROM hidden, (SELECT 1 FROM hidden, hidden, hidden)",
      ])
    let error = #expect(throws: InventoryError.self) {
      _ = try ItemList(store: home.store()).row(at: 0)
    }
    #expect(error?.kind == .badData)
    #expect(error?.message.contains("is damaged") == true)
  }

  @Test func anAdditionalViewIsHarmless() throws {
    try fill()
    try change(inventory, ["CREATE VIEW mine AS SELECT name FROM item"])
    let store = try home.store()
    try store.add("Chair")
    #expect(try ItemList(store: store).count == 3)
  }

  @Test func theSchemaCannotBeChangedWhileTheFileIsOpen() throws {
    let store = try home.store()
    #expect(throws: InventoryError.self) {
      try store.database.file.write { db in
        (try db.execute(sql: "DELETE FROM item_words_data"), .commit)
      }
    }
    #expect(throws: InventoryError.self) {
      try store.database.file.write { db in
        try db.execute(sql: "PRAGMA writable_schema = ON")
        return (try db.execute(sql: "UPDATE sqlite_schema SET sql = sql"), .commit)
      }
    }
  }
}
