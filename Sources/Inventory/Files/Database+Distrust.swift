import CDatabase
import SystemSupport
import GRDB
import GRDBSQLite

extension Database {
  /// Takes the file for hostile (reliability S7).
  ///
  /// Triggers and views that somebody put there are without effect; nothing in it may take more than a
  /// home does. The word indexes go on: FTS5 writes its tables itself.
  func distrustFile() { distrustFile(within: Self.limits) }

  /// Runs what changes the schema in ways that are refused in a file that is not trusted.
  func changingSchema<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let connection = sqliteConnection.map(UnsafeMutableRawPointer.init) else {
      return try body()
    }
    database_set_defensive(connection, false)
    defer { database_set_defensive(connection, true) }
    return try body()
  }

  private static let limits: [(limit: Int32, most: Int32)] = [
    // The longest text is an entry of the log that tells of a whole item, before and after.
    (SQLITE_LIMIT_LENGTH, 256 << 20), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200),
    (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VARIABLE_NUMBER, 1_000),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 4), (SQLITE_LIMIT_WORKER_THREADS, 0), (SQLITE_LIMIT_ATTACHED, 0),
  ]
}
