import GRDB
import GRDBSQLite

extension DatabaseError {
  /// What SQLite says of a call that failed, where its own functions were called.
  ///
  /// - Parameters:
  ///   - code: What the call returned.
  ///   - connection: The connection that it was made on.
  public init(code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    let message = connection.flatMap(sqlite3_errmsg).map { String(cString: $0) }
    self.init(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
  }

  /// What SQLite says of a step of a statement that failed.
  public init(code: Int32, of statement: OpaquePointer) {
    self.init(code: code, on: sqlite3_db_handle(statement))
  }
}
