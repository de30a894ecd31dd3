import GRDB

/// The tables of an inventory that belongs to a household; no other inventory has them.
public enum SyncSchema {
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
      operation BLOB NOT NULL,
      -- The digests of what it was before it was rewritten: the server may have it as one of these.
      former TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE household_clock(
      device TEXT NOT NULL,
      next INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      former TEXT NOT NULL,
      -- The digest of the operation numbered "seen": a server that was set back has another one there.
      head TEXT NOT NULL DEFAULT '',
      -- How far this home has joined: see JoiningStage.
      joining INTEGER NOT NULL DEFAULT 0,
      -- The last entry of the change log from before: see MembershipPeriod. Earlier versions made no such column.
      entered INTEGER
    ) STRICT;
    \(numbers)
    -- The files that this home and the server both have.
    CREATE TABLE household_content(
      digest TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    -- Who wrote what, in the server's order: see HistoryKey.
    CREATE TABLE household_history(
      key TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      device TEXT NOT NULL,
      author TEXT NOT NULL,
      at INTEGER NOT NULL,
      columns TEXT NOT NULL,
      -- The values before and after, where they are known: see WrittenValue.
      written TEXT NOT NULL DEFAULT '',
      PRIMARY KEY(key, sequence)
    ) STRICT, WITHOUT ROWID;
    -- The members' devices, as the server told last.
    CREATE TABLE household_device(
      device TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      member TEXT NOT NULL,
      machine TEXT NOT NULL,
      joined INTEGER NOT NULL,
      -- Whether the server still knows it; changes by members who left still need their names.
      is_member INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Rows with conflicts, which screens mark: see SyncTables.conflictKey.
    CREATE TABLE household_undecided(
      key TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    -- Rows of whose former values nothing may stay.
    CREATE TABLE household_former(
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY(kind, key)
    ) STRICT, WITHOUT ROWID;
    """

  private static let numbers = """
    -- The last operation of each device that was merged.
    CREATE TABLE household_number(
      device TEXT PRIMARY KEY,
      number INTEGER
    ) STRICT, WITHOUT ROWID;
    """

  /// Files that were sealed at the same time as those that are shown instead, by the attachment that has both; a table that
  /// few households ever need.
  public static let hiddenContents = "household_hidden_content"

  /// Makes the table ``hiddenContents``, unless it exists.
  public static func addHiddenContents(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(hiddenContents)(
          key TEXT NOT NULL,
          digest TEXT NOT NULL,
          PRIMARY KEY(key, digest)
        ) STRICT, WITHOUT ROWID
        """)
  }

  /// Operations that were set aside; a table that few households ever need.
  public static let setAside = "household_set_aside"

  /// Makes the table ``setAside``, unless it exists.
  public static func addSetAside(_ db: Database) throws {
    guard try !db.hasTable(setAside) else { return }
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(setAside)(
          sequence INTEGER PRIMARY KEY,
          device TEXT NOT NULL,
          author TEXT NOT NULL,
          fault TEXT NOT NULL
        ) STRICT
        """)
  }

  /// Rows that can't show what was merged until another row changes: see SyncTables.hold.
  public static let held = "household_held"

  /// Makes the table ``held``, unless it exists.
  public static func addHeld(_ db: Database) throws {
    guard try !db.hasTable(held) else { return }
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(held)(
          kind TEXT NOT NULL,
          key TEXT NOT NULL,
          column_name TEXT NOT NULL,
          on_kind TEXT NOT NULL,
          on_key TEXT NOT NULL,
          is_deep INTEGER NOT NULL,
          device TEXT NOT NULL,
          PRIMARY KEY(kind, key, column_name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS household_held_on ON \(held)(on_kind, on_key);
        CREATE INDEX IF NOT EXISTS household_held_deep ON \(held)(kind, key) WHERE is_deep;
        """)
  }

  private static let names = [
    "household_row", "household_dirty", "household_pending", "household_queue", "household_clock",
    "household_content", "household_history", "household_device", "household_undecided",
    "household_former", "household_number", hiddenContents, setAside, held, EditTimes.table,
  ]

  /// Makes the tables of an inventory that enters a household.
  public static func create(
    device: String, household: String, _ db: Database
  ) throws {
    try drop(db)
    try db.execute(sql: tables)
    try db.execute(
      sql: """
        INSERT INTO household_clock(device, next, seen, former) VALUES (?, 1, 0, '{}')
        """,
      arguments: [device])
    try Meta.put(household, for: Meta.household, db)
  }

  /// The device of a row that marks operations as merged before their numbers were recorded.
  public static let anyDevice = ""

  /// Migrates the sync tables of an earlier version.
  ///
  /// - Parameter columns: The present columns of items: values that newer versions wrote for them were only carried
  ///   along.
  static func bringUpToDate(showing columns: [String], _ db: Database) throws {
    guard try db.hasTable("household_queue") else { return }
    if try !db.hasColumn("former", in: "household_queue") {
      try db.execute(
        sql: "ALTER TABLE household_queue ADD COLUMN former TEXT NOT NULL DEFAULT ''")
    }
    if try !db.hasTable("household_number") {
      try db.execute(sql: numbers)
      try db.execute(
        sql: "INSERT INTO household_number(device) VALUES (?)", arguments: [anyDevice])
    }
    for column in columns {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO household_pending(kind, key)
            SELECT kind, key FROM household_row
            WHERE kind = 'item' AND instr(content, CAST(? AS BLOB)) > 0
          """, arguments: [column])
    }
  }

  /// Shows the rows of a kind that this version is the first to know; they were only carried along.
  static func show(kind: String, _ db: Database) throws {
    guard try db.hasTable("household_pending") else { return }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO household_pending(kind, key)
          SELECT kind, key FROM household_row WHERE kind = ?
        """, arguments: [kind])
  }

  /// Has the history of a household that an earlier version made take values from now on.
  static func addValuesToHistory(_ db: Database) throws {
    guard try db.hasTable("household_history"),
      try !db.hasColumn("written", in: "household_history")
    else { return }
    try db.execute(
      sql: "ALTER TABLE household_history ADD COLUMN written TEXT NOT NULL DEFAULT ''")
  }

  /// Makes the next exchange look for conflicts in all rows other than items, which an earlier version didn't mark.
  static func lookAtRowsBesideItems(_ db: Database) throws {
    guard try db.hasTable("household_pending") else { return }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO household_pending(kind, key)
          SELECT kind, key FROM household_row WHERE kind <> 'item'
        """)
  }

  /// Drops the tables of an inventory that leaves its household.
  public static func drop(_ db: Database) throws {
    try SyncTriggers.remove(db)
    for name in names { try db.execute(sql: "DROP TABLE IF EXISTS \(name)") }
    try Meta.put(nil, for: Meta.household, db)
  }
}
