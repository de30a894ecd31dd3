import GRDB
import GRDBSQLite

extension Database {
  /// Has GRDB stop noting what each statement reads and writes.
  ///
  /// GRDB notes it for observers of the database, column by column, and that takes longer than SQLite
  /// takes to compile a statement with many columns. Nothing here observes a database. GRDB no longer sees that
  /// the schema changes: who changes it and then asks GRDB about it calls `clearSchemaCache()` in between.
  ///
  /// Statements that were made before are compiled anew, so call this when the connection is opened.
  public func stopNotingStatements() {
    guard let connection = sqliteConnection else { return }
    sqlite3_set_authorizer(connection, nil, nil)
  }
}
