import Foundation
import GRDB
import GRDBSQLite
import Storage

/// A statement on rows of a number and a content, bound and run by SQLite's own functions.
///
/// Every turn runs some, and GRDB takes as long to box arguments and columns as SQLite takes to run
/// them.
struct RowStatement {
  private let statement: Statement
  private var raw: OpaquePointer { statement.sqliteStatement }

  /// Wraps a statement that GRDB compiled and will free; nothing else may run it.
  init(_ statement: Statement) {
    self.statement = statement
  }

  /// Runs the statement to completion.
  func run() throws {
    let code = sqlite3_step(raw)
    sqlite3_reset(raw)
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  /// Runs the statement for the row of a number.
  func run(_ row: Int64) throws {
    try check(sqlite3_bind_int64(raw, 1, row))
    try run()
  }

  /// Runs the statement for the row of a number with one content or two.
  func run(_ row: Int64, _ content: Data, _ second: Data? = nil) throws {
    try content.withUnsafeBytes { bytes in
      // The bytes outlive the run, so SQLite need not copy them; the bindings must not.
      defer { sqlite3_clear_bindings(raw) }
      try bind(bytes, at: 2)
      guard let second else { return try run(row) }
      try second.withUnsafeBytes { bytes in
        try bind(bytes, at: 3)
        try run(row)
      }
    }
  }

  private func bind(_ bytes: UnsafeRawBufferPointer, at parameter: Int32) throws {
    try check(sqlite3_bind_blob64(raw, parameter, bytes.baseAddress, UInt64(bytes.count), nil))
  }

  /// Whether the statement stands at a row.
  var isBusy: Bool { sqlite3_stmt_busy(raw) != 0 }

  /// Steps to the first row and stays there.
  func stepToFirstRow() throws {
    guard !isBusy else { return }
    let code = sqlite3_step(raw)
    guard code == SQLITE_ROW else { throw failure(code) }
  }

  /// Resets a statement that stands at a row.
  func reset() {
    sqlite3_reset(raw)
  }

  /// Runs the statement and hands over each row.
  func forEach(_ body: (Columns) throws -> Void) throws {
    defer { sqlite3_reset(raw) }
    var code = sqlite3_step(raw)
    while code == SQLITE_ROW {
      try body(Columns(raw: raw))
      code = sqlite3_step(raw)
    }
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  /// The columns of the current row.
  ///
  /// A damaged file can hold anything in any column, whatever the schema says.
  struct Columns {
    fileprivate let raw: OpaquePointer

    /// A number; `nil` for any other type.
    func number(_ column: Int32) -> Int64? {
      sqlite3_column_type(raw, column) == SQLITE_INTEGER ? sqlite3_column_int64(raw, column) : nil
    }

    /// A content of limited length, in bytes; `nil` for a longer one or another type.
    ///
    /// Text passes as bytes: one flipped bit in a damaged file turns one into the other.
    func content(_ column: Int32, limit: Int) -> Data? {
      guard [SQLITE_BLOB, SQLITE_TEXT].contains(sqlite3_column_type(raw, column)) else {
        return nil
      }
      let bytes = sqlite3_column_blob(raw, column)
      let count = Int(sqlite3_column_bytes(raw, column))
      guard count <= limit else { return nil }
      return bytes.map { Data(bytes: $0, count: count) } ?? Data()
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError { DatabaseError(code: code, of: raw) }
}
