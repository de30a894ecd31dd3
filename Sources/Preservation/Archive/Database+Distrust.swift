import CDatabase
import DatabaseAccess
import GRDB
import GRDBSQLite

extension Database {
  /// Takes the file for hostile (reliability S7): its schema is not trusted, and nothing in it may take
  /// more than an archive does.
  ///
  /// - Parameter attaches: Whether other files may be attached, as copying one does.
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

  /// Says whether the log stays as it is when the file is closed: as long as it is not known whether
  /// anything in it was lost.
  func keepLogOnClose(_ keeps: Bool) {
    guard let connection = sqliteConnection else { return }
    database_keep_log_on_close(UnsafeMutableRawPointer(connection), keeps)
  }

  /// How long others are waited for that have the file locked, in milliseconds.
  func waitForOthers(milliseconds: Int32) {
    guard let connection = sqliteConnection else { return }
    sqlite3_busy_timeout(connection, milliseconds)
  }
}
