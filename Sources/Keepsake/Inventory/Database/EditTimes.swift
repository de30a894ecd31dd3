import GRDB

/// The times of changes to settings and categories, which the change log doesn't cover, until they are recorded as operations.
///
/// The first use creates the table, so no inventory outside a household has it.
enum EditTimes {
  static let table = "household_edited"

  /// Stores the time of a change to a setting or a category.
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

  /// Returns the time of a row and deletes it; `nil` if it is unknown.
  static func take(_ kind: String, _ key: String, _ db: Database) throws -> Timestamp? {
    guard try db.hasTable(table) else { return nil }
    let time = try Timestamp.fetchOne(
      db, sql: "SELECT at FROM \(table) WHERE kind = ? AND key = ?", arguments: [kind, key])
    try db.execute(
      sql: "DELETE FROM \(table) WHERE kind = ? AND key = ?", arguments: [kind, key])
    return time
  }
}
