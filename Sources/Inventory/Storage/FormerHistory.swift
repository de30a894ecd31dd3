import Foundation
import GRDB

/// Who wrote what in households that this inventory has left.
///
/// The tables are made by the first leave and stay: an inventory that never was in a household has none.
enum FormerHistory {
  static let tables = """
    -- The names under which this home wrote in households that it left.
    CREATE TABLE IF NOT EXISTS former_household(
      device TEXT PRIMARY KEY,
      household TEXT NOT NULL,
      -- The entries of the change log that were written meanwhile: the household's history has them, too.
      first_change INTEGER NOT NULL,
      last_change INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS former_history(
      key TEXT NOT NULL,
      -- Empty for what the server never had.
      household TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      device TEXT NOT NULL,
      -- Who and where, as the server told last.
      name TEXT NOT NULL,
      author TEXT NOT NULL,
      at INTEGER NOT NULL,
      columns TEXT NOT NULL,
      written TEXT NOT NULL,
      PRIMARY KEY(key, household, sequence, device)
    ) STRICT, WITHOUT ROWID;
    """

  /// Whether the inventory has left any household.
  static func exists(_ db: Database) throws -> Bool { try db.hasTable("former_history") }

  /// Takes what an item and its files said out of it.
  static func forget(_ item: UUID, _ db: Database) throws {
    guard try exists(db) else { return }
    try forgetValues(of: .item(SharedKey.text(item)), in: "former_history", db)
  }

  /// Takes what a place said out of it.
  static func forget(place: UUID, _ db: Database) throws {
    guard try exists(db) else { return }
    try forgetValues(of: .other(SharedKind.place.row(place)), in: "former_history", db)
  }

  /// Takes values out of a table of history, and the names of tags and of the person's own fields, which are values, too.
  ///
  /// Those of an item go with those of its files.
  static func forgetValues(of key: HistoryKey, in table: String, _ db: Database) throws {
    let condition = HistoryKey.isAbout("?1")
    let found = try String.fetchAll(
      db, sql: "SELECT DISTINCT columns FROM \(table) WHERE \(condition)", arguments: [key.text])
    for columns in found {
      let kept = columns.split(separator: ",").filter { $0.wholeMatch(of: /[a-z_]+/) != nil }
      try db.cachedStatement(
        sql: "UPDATE \(table) SET columns = ?2, written = '' WHERE \(condition) AND columns = ?3"
      ).execute(arguments: [key.text, kept.joined(separator: ","), columns])
    }
  }
}
