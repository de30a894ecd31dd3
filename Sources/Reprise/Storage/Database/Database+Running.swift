import CSQLite
import GRDB
import GRDBSQLite

extension Database {
  /// Runs statements without parameters that do not affect GRDB's own bookkeeping, such as pragmas.
  ///
  /// GRDB splits the text and prepares each statement itself, which takes several times as long as
  /// running them, and would delay the launch.
  public func run(_ sql: String) throws {
    try check(sqlite3_exec(sqliteConnection, sql, nil, nil, nil), of: sql)
  }

  /// Reads from one snapshot, whatever other connections commit meanwhile.
  ///
  /// This is faster than GRDB's `read`, which runs five more statements.
  public func atOneMoment<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try run("BEGIN")
    defer { try? run("COMMIT") }
    return try body(self)
  }

  /// The first number that a statement without parameters returns; 0 when it returns none.
  public func number(_ sql: String) throws -> Int {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(sqliteConnection, sql, -1, &statement, nil), of: sql)
    defer { sqlite3_finalize(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return Int(sqlite3_column_int64(statement, 0))
    case SQLITE_DONE: return 0
    case let code: throw failure(code, of: sql)
    }
  }

  private func check(_ code: Int32, of sql: String) throws {
    guard code == SQLITE_OK else { throw failure(code, of: sql) }
  }

  private func failure(_ code: Int32, of sql: String) -> DatabaseError {
    DatabaseError(code: code, on: sqliteConnection, sql: sql)
  }
}

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

extension Database {
  /// Stops GRDB from recording what each statement reads and writes.
  ///
  /// GRDB records this for database observers, column by column. That takes longer than SQLite takes to compile a
  /// statement with many columns, and nothing here observes a database. GRDB then no longer notices schema changes: if
  /// you change the schema, call `clearSchemaCache()` before you ask GRDB about it.
  ///
  /// SQLite recompiles existing statements, so call this when the connection is opened.
  public func stopNotingStatements() {
    guard let connection = sqliteConnection else { return }
    sqlite3_set_authorizer(connection, nil, nil)
  }
}
