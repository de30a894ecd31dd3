import CSQLite
import GRDB
import GRDBSQLite
import Storage

extension Database {
  /// Treats the file as hostile (reliability S7).
  ///
  /// Disables triggers and views, and limits sizes to what a home needs. The word indexes keep working:
  /// FTS5 writes its tables itself.
  func distrustFile() { distrustFile(within: Self.limits) }

  /// Overwrites freed pages and cells with zeros from here on, as long as the connection is open.
  func overwriteDeletedContent() throws { try execute(sql: "PRAGMA secure_delete = 1") }

  /// Runs changes of the schema that an untrusted file does not allow.
  func changingSchema<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let connection = sqliteConnection.map(UnsafeMutableRawPointer.init) else {
      return try body()
    }
    database_set_defensive(connection, false)
    defer { database_set_defensive(connection, true) }
    return try body()
  }

  private static let limits: [(limit: Int32, most: Int32)] = [
    // The longest text is a log entry with a whole item before and after.
    (SQLITE_LIMIT_LENGTH, 256 << 20), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200),
    (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VARIABLE_NUMBER, 1_000),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 4), (SQLITE_LIMIT_WORKER_THREADS, 0), (SQLITE_LIMIT_ATTACHED, 0),
  ]
}

extension Database {
  /// Whether the file has a table; one of an older format may be open for reading only.
  ///
  /// Asks for that one alone, where GRDB would read the whole schema.
  public func hasTable(_ name: String) throws -> Bool { try has("table", name) }

  /// Whether the file has an index; one of an older format may be open for reading only.
  func hasIndex(_ name: String) throws -> Bool { try has("index", name) }

  /// Whether a table has a column.
  public func hasColumn(_ name: String, in table: String) throws -> Bool {
    let find = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = ?)")
    return try Bool.fetchOne(find, arguments: [table, name]) == true
  }

  private func has(_ type: String, _ name: String) throws -> Bool {
    let find = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?)")
    return try Bool.fetchOne(find, arguments: [type, name]) == true
  }
}

extension Row {
  /// The value of a column; `nil` only for an optional type and NULL.
  ///
  /// GRDB traps if a value is of another type than expected. A damaged or hostile file can have any
  /// type in any column, whatever its schema says.
  ///
  /// It is called for each column that homes share, so the callers' modules specialize it.
  ///
  /// - Throws: The error for a damaged file.
  @inlinable
  public func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let stored: DatabaseValue = self[index]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH, message: "a value has the wrong type")
    }
    return value
  }
}

extension DatabaseQueue {
  /// An empty database that is never a file, not even in part.
  static func inMemory(label: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = label
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      try db.overwriteDeletedContent()
    }
    return try DatabaseQueue(configuration: configuration)
  }
}
