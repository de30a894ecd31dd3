import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// The word index holds what the items say, although it keeps no copy of it.
@Suite(.leavesMainActorAlone) struct WordIndexTests {
  /// A word where it stands: the word, the row, the column.
  private struct Entry: Hashable {
    var word: String
    var row: Int64
    var column: String
    var count: Int
  }

  private func entries(_ table: String, _ db: Database) throws -> [Entry: Int] {
    try db.execute(
      sql: "CREATE VIRTUAL TABLE temp.words USING fts5vocab(\(table), instance)")
    defer { try? db.execute(sql: "DROP TABLE temp.words") }
    let rows = try Row.fetchAll(
      db, sql: "SELECT term, doc, col, count(*) FROM temp.words GROUP BY 1, 2, 3")
    return rows.reduce(into: [:]) { found, row in
      found[Entry(word: row[0], row: row[1], column: row[2], count: row[3]), default: 0] += 1
    }
  }

  /// Compares the index with one that is filled anew.
  private func check(_ store: InventoryStore, _ remark: Comment) throws {
    try store.file.read { db in
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE temp.anew USING fts5(
            \(SearchIndex.columns), content = '', tokenize = "\(SearchIndex.tokenizer)")
          """)
      defer { try? db.execute(sql: "DROP TABLE temp.anew") }
      for id in try Int64.fetchAll(db, sql: "SELECT id FROM item") {
        guard let stored = try StoredItem.fetch(db, id: id) else { continue }
        let texts = SearchIndex.texts(stored.item).map { SearchText.indexed($0) }
        try db.execute(
          sql:
            "INSERT INTO temp.anew(rowid, \(SearchIndex.columns)) VALUES (?, \(SearchIndex.slots))",
          arguments: StatementArguments([id.databaseValue] + texts.map(\.databaseValue)))
      }
      #expect(try entries("main, item_fts", db) == entries("temp, anew", db), remark)
    }
    _ = try store.write(source: "test") { transaction in
      try transaction.db.execute(
        sql: "INSERT INTO item_fts(item_fts, rank) VALUES ('integrity-check', 1)")
    }
  }

  @Test(arguments: [31, 32, 33] as [UInt64])
  func itFollowsRandomEditsUndoneAndDoneAgain(seed: UInt64) throws {
    let home = try TemporaryHome()
    defer { withExtendedLifetime(home) {} }
    let store = try home.store()
    var random = SeededGenerator(seed: seed)
    let edits = RandomEdits(store: store)
    for number in 0..<120 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try store.undo(session: TemporaryHome.session)
      case 1: _ = try store.redo(session: TemporaryHome.session)
      default: _ = try edits.step(number, using: &random)
      }
      if number % 10 == 0 { try check(store, "seed \(seed), step \(number)") }
    }
    try check(store, "seed \(seed), at the end")
  }

  /// A file of the format before this one: with the copy, and edited since.
  private func oldFile(_ home: TemporaryHome) throws -> String {
    let store = try home.store("old")
    try store.add("Brown teapot") { $0.notes = "茶壶" }
    let path = store.path
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.forgetColumns(after: 5)
      try db.execute(
        sql: """
          DROP TABLE attachment;
          DROP TABLE item_fts;
          CREATE VIRTUAL TABLE item_fts USING fts5(
            name, description, notes, manufacturer, model, serial, asset_no, tags, purchase_from,
            fields, tokenize = "unicode61 remove_diacritics 2");
          INSERT INTO item_fts(rowid, name, description, notes, manufacturer, model, serial,
            asset_no, tags, purchase_from, fields)
            VALUES (1, 'Brown teapot', '', ' 茶  壶 ', '', '', '', '000-001', '', '', '');
          PRAGMA user_version = 1;
          """)
    }
    try queue.close()
    return home.path + "/old"
  }

  @Test func aFileOfTheFormatBeforeGivesUpTheCopy() throws {
    let home = try TemporaryHome()
    let path = try oldFile(home)
    let store = try InventoryStore(directory: path)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "茶壶")).count == 1)
    let item = try #require(try ItemList(store: store).row(at: 0)).uuid
    var changed = try #require(try store.item(item))
    changed.name = "Kettle"
    try store.perform(.updateItem(changed), session: "a")
    #expect(try ItemList(store: store, query: ItemQuery(filter: "teapot")).count == 0)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "kettle")).count == 1)
    let tables = try store.file.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'item_fts%'")
    }
    #expect(!tables.contains("item_fts_content") && tables.contains("item_fts_data"))
    try check(store, "after the format changed")
    try store.checkIntegrity()
    let again = try InventoryStore(directory: path)
    #expect(try ItemList(store: again, query: ItemQuery(filter: "kettle")).count == 1)
  }

  @Test func aFileOfTheFormatBeforeCanBeReadAsItIs() throws {
    let home = try TemporaryHome()
    let path = try oldFile(home)
    let store = try InventoryStore(directory: path, access: .read)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "teapot")).count == 1)
    let scratch = try ScratchCopy(of: path)
    #expect(try ItemList(store: scratch.inventory, query: ItemQuery(filter: "teapot")).count == 1)
  }
}
