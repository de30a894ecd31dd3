import Storage
import Foundation
import GRDB

/// The tables of a state file.
///
/// `meta` holds the wrapped key and other single values, `object` a row per preserved object,
/// `manifest` at most one row. The first format kept every manifest in that table; since the
/// second, an object's row can hold one.
extension StateArchive {
  /// Refuses a file of a newer layout, and one whose schema holds anything but our tables.
  ///
  /// - Returns: Whether the file has been laid out.
  static func checkShape(of database: Database) throws -> Bool {
    let version = try database.number("PRAGMA user_version")
    guard version <= formatVersion else { throw StateError.newer(version) }
    let count = try database.number("SELECT count(*) FROM sqlite_schema")
    if count == 0 {
      // A file with pages but without tables has lost them; a new layout would overwrite what is
      // left.
      guard try database.number("PRAGMA page_count") <= 1 else {
        throw StateError.damaged("the state file has lost its tables")
      }
      return false
    }
    let tables = try database.number(
      """
      SELECT count(DISTINCT name) FROM sqlite_schema
      WHERE type = 'table' AND name IN ('meta', 'object', 'manifest')
      """)
    let isWhole = try version < formatVersion || hasManifestColumn(database)
    guard count == 3, tables == 3, isWhole else {
      throw StateError.damaged("the state file has missing or unknown tables")
    }
    return true
  }

  /// Creates the tables, a new session identity and a new key in an empty file.
  static func makeFile(in database: Database, keys: any KeyProvider) throws -> SessionKey {
    let session = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    let key = SessionKey.random(session: session)
    try database.inTransaction {
      try database.execute(
        sql: """
          CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE object (
            node INTEGER PRIMARY KEY, body BLOB NOT NULL, manifest BLOB) STRICT;
          CREATE TABLE manifest (
            id INTEGER PRIMARY KEY CHECK (id = 0), body BLOB NOT NULL) STRICT;
          PRAGMA user_version = \(formatVersion);
          """)
      let entries: [(String, Data)] = [
        ("provider", Data(keys.name.utf8)), ("key", try key.wrapped(by: keys)),
        ("session", Data(session)),
      ]
      for (name, value) in entries {
        try database.execute(
          sql: "INSERT INTO meta (key, value) VALUES (?, ?)", arguments: [name, value])
      }
      return .commit
    }
    return key
  }

  /// Migrates a file of the first format; leaves others as they are.
  static func addManifestColumn(_ database: Database) throws {
    guard try !hasManifestColumn(database) else { return }
    try database.execute(
      sql: """
        UPDATE object SET body = CAST(body AS BLOB) WHERE typeof(body) <> 'blob';
        ALTER TABLE object ADD COLUMN manifest BLOB;
        PRAGMA user_version = \(formatVersion);
        """)
  }

  /// Whether the object table has a column for the manifest.
  ///
  /// Asks the table, as SQLite does without regard to case, and not the format's number: in a
  /// damaged file the two may disagree, and the column must not be added twice.
  static func hasManifestColumn(_ database: Database) throws -> Bool {
    try database.number(
      "SELECT 1 FROM pragma_table_info('object') WHERE name = 'manifest' COLLATE NOCASE") == 1
  }
}
