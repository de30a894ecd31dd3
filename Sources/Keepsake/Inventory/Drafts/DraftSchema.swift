import GRDB

/// The tables of drafts, version by version.
enum DraftSchema {
  static let migrations: [@Sendable (Database) throws -> Void] = [
    createVersionOne, addSession, addRedo, addDiscarded, addLimits,
  ]

  private static let createVersionOne: @Sendable (Database) throws -> Void = { db in
    try db.execute(
      sql: """
        CREATE TABLE draft(
          id INTEGER PRIMARY KEY,
          uuid BLOB NOT NULL UNIQUE,
          item_uuid BLOB,
          base_rev INTEGER NOT NULL,
          fields TEXT NOT NULL,
          previous TEXT,
          turn INTEGER NOT NULL DEFAULT 1,
          updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX draft_item ON draft(item_uuid) WHERE item_uuid IS NOT NULL;
        """)
  }

  private static let addSession: @Sendable (Database) throws -> Void = { db in
    try db.execute(sql: "ALTER TABLE draft ADD COLUMN session TEXT")
  }

  /// Stores the redo record of the turn with a draft, instead of the text of the turn before.
  private static let addRedo: @Sendable (Database) throws -> Void = { db in
    try db.execute(
      sql: """
        ALTER TABLE draft DROP COLUMN previous;
        ALTER TABLE draft DROP COLUMN turn;
        CREATE TABLE redo(
          id INTEGER PRIMARY KEY,
          session TEXT NOT NULL UNIQUE,
          record BLOB NOT NULL
        ) STRICT;
        """)
  }

  /// Keeps discarded drafts for a while; a higher number was discarded later.
  private static let addDiscarded: @Sendable (Database) throws -> Void = { db in
    try db.execute(sql: "ALTER TABLE draft ADD COLUMN discarded INTEGER")
  }

  /// Adds the content limits under which a draft was typed, and restores the drafts that an earlier version moved to a
  /// separate table.
  private static let addLimits: @Sendable (Database) throws -> Void = { db in
    try db.execute(sql: "ALTER TABLE draft ADD COLUMN limits TEXT")
    guard try db.hasTable("withheld_draft") else { return }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO draft(uuid, item_uuid, base_rev, fields, updated_at, session, discarded)
        SELECT uuid, item_uuid, base_rev, fields, updated_at, session, discarded
        FROM withheld_draft ORDER BY id;
        DROP TABLE withheld_draft;
        """)
  }
}
