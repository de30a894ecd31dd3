import GRDB

/// The times of the last edits of settings, categories and views, which the change log doesn't cover.
///
/// A row that is sent again, because its cell had no room for the value, still has the time of its edit.
///
/// The first use creates the table, so no inventory outside a household has it.
public enum EditTimes {
  static let table = "household_edited"

  /// Stores the time of a change to a setting, a category or a view.
  static func note(_ kind: String, _ key: String, at time: Timestamp, _ db: Database) throws {
    guard try Meta.text(Meta.household, db) != nil else { return }
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(table)(
          kind TEXT NOT NULL,
          key TEXT NOT NULL,
          at INTEGER NOT NULL,
          PRIMARY KEY(kind, key)
        ) STRICT, WITHOUT ROWID
        """)
    try db.execute(
      sql: "INSERT OR REPLACE INTO \(table)(kind, key, at) VALUES (?, ?, ?)",
      arguments: [kind, key, time])
  }

  /// Returns the time of the last edit of a row; `nil` if it is unknown.
  public static func time(of kind: String, _ key: String, _ db: Database) throws -> Timestamp? {
    guard try db.hasTable(table) else { return nil }
    return try Timestamp.fetchOne(
      db, sql: "SELECT at FROM \(table) WHERE kind = ? AND key = ?", arguments: [kind, key])
  }
}
