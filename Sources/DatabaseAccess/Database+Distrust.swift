import CDatabase
import GRDB
import GRDBSQLite

extension Database {
  /// Takes the file for hostile (reliability S7): its schema is not trusted, and triggers and views in it
  /// are without effect.
  ///
  /// - Parameter limits: What SQLite may take at most, by the numbers of its limits.
  package func distrustFile(within limits: [(limit: Int32, most: Int32)]) {
    guard let connection = sqliteConnection else { return }
    database_distrust_file(UnsafeMutableRawPointer(connection))
    for (limit, most) in limits { sqlite3_limit(connection, limit, most) }
  }
}
