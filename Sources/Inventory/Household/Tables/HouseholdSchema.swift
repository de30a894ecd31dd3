import GRDB

/// The tables of an inventory that belongs to a household; no other inventory has them.
enum HouseholdSchema {
  private static let tables = """
    CREATE TABLE household_row(
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY(kind, key)
    ) STRICT, WITHOUT ROWID;
    -- Rows that were written since the last operation was made of them.
    CREATE TABLE household_dirty(
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY(kind, key)
    ) STRICT, WITHOUT ROWID;
    -- Rows whose merged values are not in the tables of the inventory yet, or cannot be.
    CREATE TABLE household_pending(
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY(kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE household_queue(
      number INTEGER PRIMARY KEY,
      operation BLOB NOT NULL
    ) STRICT;
    CREATE TABLE household_clock(
      device TEXT NOT NULL,
      next INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      former TEXT NOT NULL
    ) STRICT;
    """

  private static let names = [
    "household_row", "household_dirty", "household_pending", "household_queue", "household_clock",
  ]

  static func create(_ clock: (device: String, household: String), _ db: Database) throws {
    try drop(db)
    try db.execute(sql: tables)
    try db.execute(
      sql: "INSERT INTO household_clock VALUES (?, 1, 0, '{}')", arguments: [clock.device])
    try Meta.put(clock.household, for: Meta.household, db)
  }

  static func drop(_ db: Database) throws {
    try HouseholdTriggers.remove(db)
    for name in names { try db.execute(sql: "DROP TABLE IF EXISTS \(name)") }
    try Meta.put(nil, for: Meta.household, db)
  }
}
