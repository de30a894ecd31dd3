import GRDB
import Household

/// The lists of rows that something is still to be done with.
extension HouseholdTables {
  enum List: String { case dirty = "household_dirty", pending = "household_pending" }

  func add(_ id: RowID, to list: List) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(list.rawValue)(kind, key) VALUES (?, ?)")
      .execute(arguments: [id.kind, id.key])
  }

  func remove(_ id: RowID, from list: List) throws {
    try db.cachedStatement(sql: "DELETE FROM \(list.rawValue) WHERE kind = ? AND key = ?")
      .execute(arguments: [id.kind, id.key])
  }

  func contains(_ id: RowID, in list: List) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS(SELECT 1 FROM \(list.rawValue) WHERE kind = ? AND key = ?)"),
      arguments: [id.kind, id.key]) == true
  }

  /// Rows of a list by kind and key, from one on.
  func rows(in list: List, kind: String, after key: String = "", limit: Int) throws -> [RowID] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT key FROM \(list.rawValue) WHERE kind = ? AND key > ? ORDER BY key LIMIT ?
          """),
      arguments: [kind, key, limit]
    ).map { RowID(kind: kind, key: $0) }
  }
}
