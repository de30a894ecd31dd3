extension Schema {
  /// The attachments of items; their files are beside the database.
  ///
  /// A removed row stays, marked, so that undo can restore it. `is_primary` follows from the other
  /// columns and is written with them.
  static let attachments = """
    CREATE TABLE attachment(
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE,
      item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      title TEXT NOT NULL DEFAULT '',
      file_name TEXT NOT NULL,
      mime TEXT NOT NULL DEFAULT '',
      bytes INTEGER NOT NULL CHECK(bytes >= 0),
      sha256 TEXT NOT NULL CHECK(length(sha256) = 64),
      width INTEGER,
      height INTEGER,
      is_primary INTEGER NOT NULL DEFAULT 0,
      order_key INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      deleted_at INTEGER,
      rev INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attachment_item ON attachment(item_id, order_key);
    CREATE INDEX attachment_kind ON attachment(item_id, kind, deleted_at) WHERE deleted_at IS NULL;
    CREATE INDEX attachment_content ON attachment(sha256);
    """
}
