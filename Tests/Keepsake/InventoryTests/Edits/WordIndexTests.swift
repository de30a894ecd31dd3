import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// The word index matches the items although it stores no copy of their text.
@Suite(.leavesMainActorAlone) struct WordIndexTests {
  @Test(arguments: [31, 32, 33] as [UInt64])
  func theIndexMatchesAfterRandomEditsUndoAndRedo(seed: UInt64) throws {
    let home = try InventoryHome()
    defer { withExtendedLifetime(home) {} }
    let store = try home.store()
    var random = SeededGenerator(seed: seed)
    let edits = RandomEdits(store: store)
    for number in 0..<120 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try store.changes.undo(session: InventoryHome.session)
      case 1: _ = try store.changes.redo(session: InventoryHome.session)
      default: _ = try edits.step(number, using: &random)
      }
      if number % 10 == 0 { try WordIndexCheck.run(store, "seed \(seed), step \(number)") }
    }
    try WordIndexCheck.run(store, "seed \(seed), at the end")
  }

  /// Writes a file of format 1, whose index stored a copy of the text.
  private func oldFile(_ home: InventoryHome) throws -> String {
    let store = try home.store("old")
    try store.add("Brown teapot") { $0.notes = "茶壶" }
    let path = store.database.path
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.forgetColumns(after: 5)
      try db.execute(
        sql: """
          DROP TABLE attachment;
          CREATE VIRTUAL TABLE item_fts USING fts5(
            name, description, notes, manufacturer, model, serial, asset_no, tags, purchase_from,
            fields, tokenize = "unicode61 remove_diacritics 2");
          INSERT INTO item_fts(rowid, name, description, notes, manufacturer, model, serial,
            asset_no, tags, purchase_from, fields)
            VALUES (1, 'Brown teapot', '', ' 茶  壶 ', '', '', '', '000-001', '', '', '');
          CREATE VIRTUAL TABLE place_fts USING fts5(
            name, tokenize = "unicode61 remove_diacritics 2");
          PRAGMA user_version = 1;
          """)
    }
    try queue.close()
    return home.path + "/old"
  }

  @Test func openingAFormat1FileDropsTheStoredCopy() throws {
    let home = try InventoryHome()
    let path = try oldFile(home)
    let store = try InventoryStore(directory: path)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "茶壶")).count == 1)
    let item = try #require(try ItemList(store: store).row(at: 0)).uuid
    var changed = try #require(try store.items.fetch(item))
    changed.name = "Kettle"
    try store.changes.perform(.updateItem(changed), session: "a")
    #expect(try ItemList(store: store, query: ItemQuery(filter: "teapot")).count == 0)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "kettle")).count == 1)
    let tables = try store.database.file.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'item_fts%'")
    }
    #expect(tables.isEmpty, "a few items are indexed at once")
    try WordIndexCheck.run(store, "after the format changed")
    try store.database.checkIntegrity()
    let again = try InventoryStore(directory: path)
    #expect(try ItemList(store: again, query: ItemQuery(filter: "kettle")).count == 1)
  }

  @Test func aFormat1FileCanBeReadUnchanged() throws {
    let home = try InventoryHome()
    let path = try oldFile(home)
    let store = try InventoryStore(directory: path, access: .read)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "teapot")).count == 1)
    let scratch = try ScratchCopy(of: path)
    #expect(try ItemList(store: scratch.inventory, query: ItemQuery(filter: "teapot")).count == 1)
  }
}
