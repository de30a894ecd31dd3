import DatabaseAccess
import Foundation
import GRDB

extension StateArchive {
  /// The size of a page in a new file, in bytes: the log takes a whole page for each object that changed.
  static let pageSize = 2048

  /// How the file is opened.
  ///
  /// An empty one gets small pages. It is made to keep a log without keeping a journal for that: a kill
  /// would leave the journal behind, and who only looks at the file could not roll it back.
  static func configuration(isNew: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "state"
    configuration.foreignKeysEnabled = false
    // At the start nobody is waited for who sees nothing yet; see `acceptFile`.
    configuration.busyMode = .timeout(0.25)
    configuration.prepareDatabase { database in
      database.distrustFile()
      // Until it is known that it is whole.
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

  /// Refuses a file whose header is cut off, which SQLite may take for an empty one, or says that this
  /// SQLite may only read it: none was ever written so, and it would be taken for a disk that cannot be
  /// written to.
  ///
  /// Before the database is open: closing its file afterwards would drop SQLite's locks on it.
  ///
  /// - Returns: Whether the file is empty.
  static func checkHeader(ofFile path: String) throws -> Bool {
    let header = try PrivateFile.contents(of: path, limit: 20) ?? []
    // The version of the file format for writing; 2 stands for a write-ahead log.
    guard header.isEmpty || (header.count == 20 && header[18] <= 2) else {
      throw StateError.damaged("the header of the state file is damaged")
    }
    return header.isEmpty
  }

  /// Says that what was read is what was stored: from now on the log may be moved into the file, and
  /// others are waited for that have the file locked for a moment.
  func acceptFile() {
    database.writeWithoutTransaction { database in
      database.keepLogOnClose(false)
      database.waitForOthers(milliseconds: 1_000)
    }
  }

  /// Fails when the file can only be read: SQLite opens it nonetheless, for good.
  static func checkWritable(_ database: Database) throws {
    try database.run("DELETE FROM manifest WHERE 0")
  }

  /// The name of what seals the file's key, or `nil` in a file without one.
  static func protection(in database: Database) throws -> String? {
    guard try checkShape(of: database) else { return nil }
    return try Data.fetchOne(database, sql: "SELECT value FROM meta WHERE key = 'provider'")?
      .printable
  }

  /// The session's key from the file.
  static func readKey(in database: Database, keys: any KeyProvider) throws -> SessionKey {
    var meta: [String: Data] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT key, value FROM meta
        WHERE key IN ('provider', 'key', 'session') AND length(value) <= 4096
        """)
    while let row = try rows.next() {
      // A damaged file can hold anything in any column, whatever the schema says.
      if let name = String.fromDatabaseValue(row[0]) { meta[name] = Data.fromDatabaseValue(row[1]) }
    }
    guard let provider = meta["provider"], let wrapped = meta["key"], let session = meta["session"]
    else {
      throw StateError.damaged("the state file has no key")
    }
    guard provider.elementsEqual(keys.name.utf8) else {
      throw StateError.locked("it was sealed with the protection \"\(provider.printable)\"")
    }
    var raw = try keys.unwrap(wrapped)
    return SessionKey(wiping: &raw, session: Array(session))
  }
}

extension StateError {
  /// What an SQLite error means for the person whose state was to be `saved` or `read`.
  init(_ error: DatabaseError, whenBeing done: String = "saved") {
    let text = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .occupied("the state cannot be \(done): another program has its file locked")
    // Our own statements fail as such only on a file whose tables are not what they should be.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_MISMATCH,
      .SQLITE_TOOBIG:
      self = .damaged("the state file is damaged: \(text)")
    default:
      self = .unwritable("the state cannot be \(done): \(text)")
    }
  }
}

extension Data {
  /// A short name from a file, safe to show.
  fileprivate var printable: String {
    String(decoding: prefix(32).filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
  }
}
