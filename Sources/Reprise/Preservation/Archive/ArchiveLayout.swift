import Foundation
import GRDB
import Storage

/// The file of an archive: its settings, its tables and its key.
///
/// `meta` holds the wrapped key and other single values, `object` a row per preserved object,
/// `manifest` at most one row. The first format kept every manifest in that table; since the
/// second, an object's row can hold one.
enum ArchiveLayout {
  /// The version of the layout that this program writes.
  static let version = 2

  /// The page size of a new file, in bytes: the log takes a whole page for each changed object.
  static let pageSize = 2048

  /// The connection's settings.
  ///
  /// A new file gets small pages. It enters WAL mode without a rollback journal: a kill would leave
  /// that behind, and a read-only connection could not roll it back.
  static func configuration(isNew: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "state"
    configuration.foreignKeysEnabled = false
    // Until the first frame, another program's lock must not delay the launch; see `acceptFile`.
    configuration.busyMode = .timeout(0.25)
    configuration.prepareDatabase { database in
      database.stopNotingStatements()
      database.distrustFile()
      // Until the archive has proven complete.
      database.keepLogOnClose(true)
      if isNew {
        try database.run("PRAGMA page_size = \(pageSize); PRAGMA journal_mode = MEMORY")
      }
      try database.run(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA journal_size_limit = 524288;
        PRAGMA trusted_schema = 0;
        PRAGMA cell_size_check = 1;
        PRAGMA mmap_size = 0;
        """)
    }
    return configuration
  }

  /// Refuses a file whose header is cut off, or that this SQLite may only read.
  ///
  /// SQLite could take the first for an empty file. No program of ours writes the second, and it
  /// would look like a disk that cannot be written to.
  ///
  /// Call it before the database is open: closing the file later would drop SQLite's locks on it.
  ///
  /// - Returns: Whether the file is empty.
  static func checkHeader(ofFile path: String) throws -> Bool {
    let header = try PrivateFile.contents(of: path, limit: 20) ?? []
    // The write version of the file format; 2 is a write-ahead log.
    guard header.isEmpty || (header.count == 20 && header[18] <= 2) else {
      throw StateError.damaged("the header of the state file is damaged")
    }
    return header.isEmpty
  }

  /// Fails when the file is read-only, which SQLite opens without an error.
  static func checkWritable(_ database: Database) throws {
    try database.run("DELETE FROM manifest WHERE 0")
  }

  /// The name of the protection of the file's key, or `nil` in a file without a key.
  static func protection(in database: Database) throws -> String? {
    guard try checkShape(of: database) else { return nil }
    return try Data.fetchOne(database, sql: "SELECT value FROM meta WHERE key = 'provider'")?
      .printable
  }

  /// Reads the session's key from the file.
  static func readKey(in database: Database, keys: any KeyProvider) throws -> SessionKey {
    var meta: [String: Data] = [:]
    // A statement, not a request: GRDB's first request is slow to build.
    let rows = try Row.fetchCursor(
      database.makeStatement(
        sql: """
          SELECT key, value FROM meta
          WHERE key IN ('provider', 'key', 'session') AND length(value) <= 4096
          """))
    while let row = try rows.next() {
      // A damaged file can hold anything in any column, whatever the schema says.
      if let name = String.fromDatabaseValue(row[0]) { meta[name] = Data.fromDatabaseValue(row[1]) }
    }
    guard let provider = meta["provider"], let wrapped = meta["key"], let session = meta["session"]
    else {
      throw StateError.damaged("the state file has no key")
    }
    guard provider.elementsEqual(keys.name.utf8) else {
      throw StateError.locked("it is sealed with the protection \"\(provider.printable)\"")
    }
    var raw = try keys.unwrap(wrapped)
    return SessionKey(wiping: &raw, session: Array(session))
  }

  // MARK: - Tables

  /// Refuses a file of a newer layout, and one whose schema holds anything but our tables.
  ///
  /// - Returns: Whether the file has been laid out.
  static func checkShape(of database: Database) throws -> Bool {
    let found = try database.number("PRAGMA user_version")
    guard found <= version else { throw StateError.newer(found) }
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
    let isWhole = try found < version || hasManifestColumn(database)
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
          PRAGMA user_version = \(version);
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
        PRAGMA user_version = \(version);
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

extension StateError {
  /// Translates an SQLite error for the person whose state was to be `saved` or `read`.
  init(_ error: DatabaseError, whenBeing done: String = "saved") {
    let text = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .occupied("the state cannot be \(done): another program has its file locked")
    // Our statements are correct, so these errors mean that the file's tables are damaged.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_MISMATCH,
      .SQLITE_TOOBIG:
      self = .damaged("the state file is damaged: \(text)")
    default:
      self = .unwritable("the state cannot be \(done): \(text)")
    }
  }
}

extension Data {
  /// A short name from a file, made safe to print.
  fileprivate var printable: String {
    String(decoding: prefix(32).filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
  }
}
