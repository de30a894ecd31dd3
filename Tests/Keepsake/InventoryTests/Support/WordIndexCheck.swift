import GRDB
import Testing

@testable import Inventory

/// Compares a word index with the contents of the items.
enum WordIndexCheck {
  /// An occurrence of a word: its row and column.
  private struct Entry: Hashable {
    var word: String
    var row: Int64
    var column: String
    var count: Int
  }

  private static func entries(_ table: String, _ db: Database) throws -> [Entry: Int] {
    try db.execute(
      sql: "CREATE VIRTUAL TABLE temp.words USING fts5vocab(\(table), instance)")
    defer { try? db.execute(sql: "DROP TABLE temp.words") }
    let rows = try Row.fetchAll(
      db, sql: "SELECT term, doc, col, count(*) FROM temp.words GROUP BY 1, 2, 3")
    return rows.reduce(into: [:]) { found, row in
      found[Entry(word: row[0], row: row[1], column: row[2], count: row[3]), default: 0] += 1
    }
  }

  /// Compares the index with a newly built one.
  static func run(
    _ store: InventoryStore, _ remark: Comment, in index: WordIndex = .current
  ) throws {
    try store.database.file.read { db in
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE temp.anew USING fts5(
            \(SearchIndex.columns), content = '', tokenize = "\(index.tokenizer)")
          """)
      defer { try? db.execute(sql: "DROP TABLE temp.anew") }
      for id in try Int64.fetchAll(db, sql: "SELECT id FROM item") {
        guard let stored = try StoredItem.fetch(db, id: id) else { continue }
        let texts = SearchIndex.texts(stored.item).map { index.indexed($0) }
        try db.execute(
          sql:
            "INSERT INTO temp.anew(rowid, \(SearchIndex.columns)) VALUES (?, \(SearchIndex.slots))",
          arguments: StatementArguments([id.databaseValue] + texts.map(\.databaseValue)))
      }
      #expect(try entries("main, \(index.items)", db) == entries("temp, anew", db), remark)
    }
    _ = try store.database.write(source: "test") { transaction in
      try transaction.db.execute(
        sql: "INSERT INTO \(index.items)(\(index.items), rank) VALUES ('integrity-check', 1)")
    }
  }
}
