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
