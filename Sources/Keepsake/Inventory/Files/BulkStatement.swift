import Foundation
import GRDB
import GRDBSQLite
import Storage

/// A statement that runs thousands of times or returns thousands of rows.
///
/// GRDB boxes every argument and every row; with forty arguments that costs more than SQLite itself.
/// This calls SQLite directly, for imports and filters.
final class BulkStatement {
  private let statement: Statement
  private let raw: OpaquePointer
  private var index: Int32 = 0
  /// Makes SQLite copy what is bound (`SQLITE_TRANSIENT`, a macro that Swift does not import: the
  /// address -1 is compared, never called).
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Takes the statement from GRDB's cache, or prepares it.
  ///
  /// A comment in the SQL keeps it apart from GRDB's own statement of the same text.
  init(_ db: Database, sql: String) throws {
    statement = try db.cachedStatement(sql: sql + "\n-- bulk")
    raw = statement.sqliteStatement
  }

  /// Binds the next parameter.
  func bind(_ value: ColumnValue) {
    switch value {
    case .null: bindNull()
    case .integer(let number): bind(number)
    case .real(let number):
      index += 1
      sqlite3_bind_double(raw, index, number)
    case .text(let text): bind(text)
    case .uuid(let uuid): bind(uuid)
    }
  }

  /// Binds the next parameter.
  func bind(_ number: Int64) {
    index += 1
    sqlite3_bind_int64(raw, index, number)
  }

  /// Binds the next parameter.
  func bind(_ text: String) {
    index += 1
    var text = text
    let slot = index
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have a null address, which would bind NULL.
        _ =
          characters.isEmpty
          ? sqlite3_bind_text(raw, slot, "", 0, Self.copied)
          : sqlite3_bind_text(
            raw, slot, characters.baseAddress, Int32(characters.count), Self.copied)
      }
    }
  }

  /// Binds the next parameter.
  func bind(_ uuid: UUID) {
    index += 1
    let slot = index
    withUnsafeBytes(of: uuid.uuid) { bytes in
      _ = sqlite3_bind_blob(raw, slot, bytes.baseAddress, Int32(bytes.count), Self.copied)
    }
  }

  /// Binds the next parameter to NULL.
  func bindNull() {
    index += 1
    sqlite3_bind_null(raw, index)
  }

  /// Runs the statement to its end and resets it.
  ///
  /// - Returns: The first column of the first row if it is a number.
  @discardableResult
  func run() throws -> Int64? {
    defer { reset() }
    var first: Int64?
    var code = sqlite3_step(raw)
    if code == SQLITE_ROW, sqlite3_column_type(raw, 0) == SQLITE_INTEGER {
      first = sqlite3_column_int64(raw, 0)
    }
    while code == SQLITE_ROW { code = sqlite3_step(raw) }
    try check(code)
    return first
  }

  /// Runs the statement and passes the first column of every row to a closure.
  func forEach(_ body: (Int64) -> Void) throws {
    defer { reset() }
    var code = sqlite3_step(raw)
    while code == SQLITE_ROW {
      body(sqlite3_column_int64(raw, 0))
      code = sqlite3_step(raw)
    }
    try check(code)
  }

  /// Runs the statement and passes rows to a closure until it returns `false`.
  func forEachRow(_ body: (BulkRow) throws -> Bool) throws {
    defer { reset() }
    var code = sqlite3_step(raw)
    while code == SQLITE_ROW {
      guard try body(BulkRow(raw: raw)) else { return }
      code = sqlite3_step(raw)
    }
    try check(code)
  }

  private func reset() {
    sqlite3_reset(raw)
    sqlite3_clear_bindings(raw)
    index = 0
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_DONE else { return }
    throw DatabaseError(code: code, of: raw)
  }
}

/// The current row of a statement; valid only until the next one.
struct BulkRow {
  fileprivate let raw: OpaquePointer

  /// The number in a column; `nil` for NULL.
  func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(raw, column) == SQLITE_NULL ? nil : sqlite3_column_int64(raw, column)
  }

  /// The fraction in a column; 0 for NULL.
  func real(_ column: Int32) -> Double { sqlite3_column_double(raw, column) }

  /// The text in a column; empty for NULL.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(raw, column) else { return "" }
    let count = Int(sqlite3_column_bytes(raw, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The value of a column.
  func value(_ column: Int32) -> ColumnValue {
    switch sqlite3_column_type(raw, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(raw, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(raw, column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: uuid(column).map(ColumnValue.uuid) ?? .null
    default: .null
    }
  }

  /// The identity in a column; `nil` if it is none.
  func uuid(_ column: Int32) -> UUID? {
    guard sqlite3_column_bytes(raw, column) == 16, let bytes = sqlite3_column_blob(raw, column)
    else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}
