import Foundation
import GRDB

/// Finds rows of the history tables by key: an item's own, its files' keys below it, and kind and key for everything
/// else.
public enum HistoryRows {
  /// Whether a row is of a certain item or of one of its files, in SQL.
  ///
  /// - Parameter key: The key of the item, as SQL; of anything else its own.
  public static func areAbout(_ key: String) -> String {
    // Keys that start with the key and a space sort after that prefix and before the key and `!`.
    "(key = \(key) OR (key > \(key) || ' ' AND key < \(key) || '!'))"
  }

  /// SQL for the key of a row's item, or any other key unchanged.
  public static let subject =
    "CASE WHEN instr(key, ' ') = \(keyLength + 1) THEN substr(key, 1, \(keyLength)) ELSE key END"

  /// The key of a place, in SQL.
  public static func place(_ uuid: String) -> String { "'place ' || lower(hex(\(uuid)))" }

  /// Whether a row is of an item itself, or of anything else but a file, in SQL.
  public static let areNoFiles = "instr(key, ' ') <> \(keyLength + 1)"

  /// Whether a row is of an item or of one of its files, in SQL.
  public static let areOfItems = "instr(key, ' ') IN (0, \(keyLength + 1))"

  /// How many characters the key of an item has: more than the name of any kind.
  private static let keyLength = 32

  /// Removes the values of an item and its files from a history table.
  static func forgetValues(ofItem item: UUID, in table: String, _ db: Database) throws {
    guard let key = try String.fetchOne(db, sql: "SELECT lower(hex(?))", arguments: [item]) else {
      return
    }
    try forgetValues(of: key, in: table, db)
  }

  /// Removes values from a history table, with the names of tags and the user's own fields, which are values, too.
  ///
  /// The values of an item's files are removed with the item's.
  public static func forgetValues(of key: String, in table: String, _ db: Database) throws {
    let condition = areAbout("?1")
    let found = try String.fetchAll(
      db, sql: "SELECT DISTINCT columns FROM \(table) WHERE \(condition)", arguments: [key])
    for columns in found {
      let kept = columns.split(separator: ",").filter { $0.wholeMatch(of: /[a-z_]+/) != nil }
      try db.cachedStatement(
        sql: "UPDATE \(table) SET columns = ?2, written = '' WHERE \(condition) AND columns = ?3"
      ).execute(arguments: [key, kept.joined(separator: ","), columns])
    }
  }
}

/// The history of the households that this inventory has left.
///
/// The first leave creates the tables, and they stay; an inventory that was never in a household has none.
public enum FormerHistory {
  /// The SQL that makes the tables.
  public static let tables = """
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
  public static func exists(_ db: Database) throws -> Bool { try db.hasTable("former_history") }

  /// Removes the values of an item and its files.
  static func forget(_ item: UUID, _ db: Database) throws {
    try forget("lower(hex(?))", item, db)
  }

  /// Removes the values of a place.
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
