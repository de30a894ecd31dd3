import GRDB
import GRDBSQLite

extension StateArchive {
  /// Releases cached pages, which can be read again (contract 8.5.6).
  func releaseMemory() {
    // Pages of an open read stay; the next commit opens it again.
    try? database.writeWithoutTransaction { try $0.endReadTransaction() }
    database.releaseMemory()
  }

  /// The bytes of the file in SQLite's cache; for tests.
  var bytesInMemory: Int {
    (try? database.read { database in
      var (now, highest): (Int32, Int32) = (0, 0)
      sqlite3_db_status(
        database.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &now, &highest, 0)
      return Int(now)
    }) ?? 0
  }
}
