import GRDB
import GRDBSQLite

extension StateArchive {
  /// Lets go of the pages that can be read again (contract 8.5.6).
  func releaseMemory() {
    // Pages that are being read stay; reading goes on with the next commit.
    try? database.writeWithoutTransaction { try $0.stopReading() }
    database.releaseMemory()
  }

  /// The bytes of the file that SQLite keeps in memory; for tests.
  var bytesInMemory: Int {
    (try? database.read { database in
      var (now, highest): (Int32, Int32) = (0, 0)
      sqlite3_db_status(
        database.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &now, &highest, 0)
      return Int(now)
    }) ?? 0
  }
}
