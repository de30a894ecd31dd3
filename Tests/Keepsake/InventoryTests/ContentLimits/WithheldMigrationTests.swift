import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory

/// A home from an earlier version, which moved hidden rows into tables of their own.
@Suite struct WithheldMigrationTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/inventory-12-limits.sqlite")

  private let home: InventoryHome

  init() throws { home = try InventoryHome(inventory: Data(contentsOf: Self.corpus)) }

  @Test func everyWithheldRowReturns() throws {
    let store = try home.store()
    #expect(store.database.counts.live == 5)
    let film = try #require(try item("Secret film", in: store))
    #expect(film.tags == ["secretly", "steel"] && film.rating == "film:FSK 16")
    #expect(film.fields == [CustomField(name: "Secret field", value: "Secret value")])
    #expect(try store.items.relations(of: film).placePath == "Room / Shelf")
    #expect(try store.attachments.fetchAll(of: film.uuid).map(\.name) == ["Secret receipt.pdf"])
    #expect(try item("Case", in: store)?.parent == film.uuid)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "secret value")).count == 1)
    #expect(try store.changes.nextUndo(session: "main")?.name == "Mild film")
    #expect(try LimitedHome.flaws(store) == [])
    let tables = try store.database.file.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'withheld%'")
    }
    #expect(tables == [])
  }

  @Test func theSameLimitsHideTheRowsAgain() throws {
    let store = try InventoryStore(directory: home.path + "/data", limits: LimitedHome.limits)
    #expect(store.database.counts.live == 3)
    #expect(try home.export(store).contains("Secret") == false)
    #expect(try LimitedHome.flaws(store) == [])
  }

  /// Custom fields of withheld items move into columns added later, like those of other items.
  @Test func withheldFieldsMoveIntoColumnsThatCameLater() throws {
    let file = try DatabaseQueue(path: home.inventoryPath)
    try file.write { db in
      for (number, name, value) in [(0, "due BACK", "2026-03-01"), (1, "Lent on", "soon")] {
        try db.execute(
          sql: """
            INSERT INTO withheld_custom_field(item_id, name, type, value, order_key)
            SELECT id, ?, 'text', ?, ? FROM withheld_item WHERE name = 'Secret film'
            """, arguments: [name, value, number])
      }
      try db.forgetColumns(after: 6)
      try db.execute(sql: "PRAGMA user_version = 6")
    }
    try file.close()
    let store = try home.store()
    let film = try #require(try item("Secret film", in: store))
    #expect(film.dueBack == CalendarDate(iso: "2026-03-01") && film.lentDate == nil)
    #expect(
      film.fields.map { "\($0.name): \($0.value)" } == [
        "Lent on (as typed): soon", "Secret field: Secret value",
      ])
    #expect(try LimitedHome.flaws(store) == [])
  }

  private func item(_ name: String, in store: InventoryStore) throws -> Item? {
    guard case .one(let uuid) = try store.items(named: name) else { return nil }
    return try store.items.fetch(uuid)
  }
}
