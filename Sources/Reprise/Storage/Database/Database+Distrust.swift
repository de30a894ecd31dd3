import CSQLite
import GRDB
import GRDBSQLite

extension Database {
  /// Treats the file as hostile (reliability S7): distrusts its schema and disables triggers and
  /// views.
  ///
  /// - Parameter limits: Maximum values for SQLite's limits.
  public func distrustFile(within limits: [(limit: Int32, most: Int32)]) {
    guard let connection = sqliteConnection else { return }
    database_distrust_file(UnsafeMutableRawPointer(connection))
    for (limit, most) in limits { sqlite3_limit(connection, limit, most) }
  }
}
