import CSQLite
import GRDB
import GRDBSQLite
import Storage

extension Database {
  /// Treats the file as hostile (reliability S7): ignores what its schema could run and caps
  /// SQLite's limits at what an archive needs.
  ///
  /// - Parameter attaches: Whether other files may be attached, as a copy requires.
  func distrustFile(attaches: Bool = false) {
    distrustFile(within: [
      (SQLITE_LIMIT_LENGTH, Int32(clamping: 2 * StateArchive.recordLimit)),
      (SQLITE_LIMIT_SQL_LENGTH, 100_000),
      (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 50),
      (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VARIABLE_NUMBER, 100),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
      (SQLITE_LIMIT_ATTACHED, attaches ? 1 : 0),
    ])
  }

  /// Keeps or checkpoints the log when the file is closed.
  ///
  /// The log stays until the archive has proven that nothing in it was lost.
  func keepLogOnClose(_ keeps: Bool) {
    guard let connection = sqliteConnection else { return }
    database_keep_log_on_close(UnsafeMutableRawPointer(connection), keeps)
  }

  /// Sets how long SQLite waits for another program's lock, in milliseconds.
  func setBusyTimeout(milliseconds: Int32) {
    guard let connection = sqliteConnection else { return }
    sqlite3_busy_timeout(connection, milliseconds)
  }
}
