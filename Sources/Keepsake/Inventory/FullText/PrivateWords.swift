import GRDB

/// An in-memory index of the words of private items, which is never written to a file.
///
/// Its words are those of the file's current index.
final class PrivateWords: Sendable {
  private let queue: DatabaseQueue

  /// The column with the path of an item's place, next to those of ``SearchIndex``.
  static let place = "place"

  /// Indexes the texts of rows.
  ///
  /// - Parameter columns: The names of the columns, one for each text.
  init(_ rows: [(id: Int64, texts: [String])], columns: [String]) throws {
    queue = try DatabaseQueue.inMemory(label: "private words")
    let names = columns.joined(separator: ", ")
    let slots = columns.map { _ in "?" }.joined(separator: ", ")
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE words USING fts5(\(names), tokenize = "\(WordIndex.current.tokenizer)")
          """)
      let insert = try db.cachedStatement(
        sql: "INSERT INTO words(rowid, \(names)) VALUES (?, \(slots))")
      for (id, texts) in rows {
        try insert.execute(
          arguments: StatementArguments(
            [id.databaseValue] + texts.map { WordIndex.current.indexed($0).databaseValue }))
      }
    }
  }

  /// The rows that match an expression of FTS5, made for the current index.
  func rows(matching expression: String) -> RowSet {
    var rows = RowSet()
    let ids =
      try? queue.read { db in
        try Int64.fetchAll(
          db.cachedStatement(sql: "SELECT rowid FROM words WHERE words MATCH ?"),
          arguments: [expression])
      }
    for id in ids ?? [] { rows.insert(id) }
    return rows
  }
}
