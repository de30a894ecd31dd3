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
    try forget("lower(hex(?))", item, db)
  }

  /// Takes what a place said out of it.
  static func forget(place: UUID, _ db: Database) throws {
    try forget(HistoryRows.place("?"), place, db)
  }

  private static func forget(_ key: String, _ uuid: UUID, _ db: Database) throws {
    guard try exists(db),
      let key = try String.fetchOne(db, sql: "SELECT \(key)", arguments: [uuid])
    else { return }
    try HistoryRows.forgetValues(of: key, in: "former_history", db)
  }
}
