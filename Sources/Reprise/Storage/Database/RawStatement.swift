import Foundation
import GRDB
import GRDBSQLite

/// A statement that is bound, run and read by SQLite's own functions.
///
/// GRDB boxes every argument and every column. For a statement that runs in every turn or returns
/// thousands of rows, that costs more than SQLite itself: an import of 120,000 items takes 44 % longer without this type.
///
/// ```swift
/// let insert = try RawStatement(db, sql: "INSERT INTO item VALUES (?, ?)")
/// for (name, price) in [("Kettle", 24.9), ("Lamp", 40)] {
///   insert.bind(name)
///   insert.bind(price)
///   try insert.run()
/// }
/// ```
public final class RawStatement {
  private let statement: Statement
  private let raw: OpaquePointer
  private var lastParameter: Int32 = 0
  /// The first error of binding, which the run reports.
  private var bindingCode = SQLITE_OK
  /// Makes SQLite copy what is bound (`SQLITE_TRANSIENT`, a macro that Swift does not import: the
  /// address -1 is compared, never called).
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Takes the statement from GRDB's cache, or prepares it.
  ///
  /// A comment in the SQL keeps it apart from GRDB's own statement of the same text.
  public init(_ db: Database, sql: String) throws {
    statement = try db.cachedStatement(sql: sql + "\n-- raw")
    raw = statement.sqliteStatement
  }

  // MARK: - Binding

  /// Binds the next parameter to a whole number.
  public func bind(_ number: Int64) {
    note(sqlite3_bind_int64(raw, nextParameter(), number))
  }

  /// Binds the next parameter to a fraction.
  public func bind(_ number: Double) {
    note(sqlite3_bind_double(raw, nextParameter(), number))
  }

  /// Binds the next parameter to a text.
  public func bind(_ text: String) {
    var text = text
    let parameter = nextParameter()
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have a null address, which would bind NULL.
        characters.isEmpty
          ? sqlite3_bind_text(raw, parameter, "", 0, Self.copied)
          : sqlite3_bind_text64(
            raw, parameter, characters.baseAddress, UInt64(characters.count), Self.copied,
            UInt8(SQLITE_UTF8))
      }
    }
    note(code)
  }

  /// Binds the next parameter to the 16 bytes of an identifier.
  public func bind(_ uuid: UUID) {
    let parameter = nextParameter()
    let code = withUnsafeBytes(of: uuid.uuid) { bytes in
      sqlite3_bind_blob64(raw, parameter, bytes.baseAddress, UInt64(bytes.count), Self.copied)
    }
    note(code)
  }

  /// Binds the next parameter to bytes that are not copied: they must outlive the run.
  public func bind(borrowing bytes: UnsafeRawBufferPointer) {
    note(
      sqlite3_bind_blob64(raw, nextParameter(), bytes.baseAddress, UInt64(bytes.count), nil))
  }

  /// Binds the next parameter to NULL.
  public func bindNull() {
    note(sqlite3_bind_null(raw, nextParameter()))
  }

  private func nextParameter() -> Int32 {
    lastParameter += 1
    return lastParameter
  }

  private func note(_ code: Int32) {
    if bindingCode == SQLITE_OK { bindingCode = code }
  }

  // MARK: - Running

  /// Runs the statement to its end and resets it.
  ///
  /// - Returns: The first column of the first row if it is a whole number.
  @discardableResult
  public func run() throws -> Int64? {
    var first: Int64?
    var isFirst = true
    try forEachRow { row in
      if isFirst { first = row.wholeNumber(0) }
      isFirst = false
      return true
    }
    return first
  }

  /// Runs the statement and passes the first column of every row to a closure.
  public func forEach(_ body: (Int64) throws -> Void) throws {
    try forEachRow { row in
      try body(sqlite3_column_int64(raw, 0))
      return true
    }
  }

  /// Runs the statement and passes rows to a closure until it returns `false`.
  public func forEachRow(_ body: (RawRow) throws -> Bool) throws {
    defer { reset() }
    try check(bindingCode, isDone: SQLITE_OK)
    var code = sqlite3_step(raw)
    while code == SQLITE_ROW {
      guard try body(RawRow(raw: raw)) else { return }
      code = sqlite3_step(raw)
    }
    try check(code, isDone: SQLITE_DONE)
  }

  /// Whether a run has reached a row and not ended.
  public var isBusy: Bool { sqlite3_stmt_busy(raw) != 0 }

  /// Steps to the first row and stops there, which keeps a read transaction open.
  public func stepToFirstRow() throws {
    guard !isBusy else { return }
    try check(sqlite3_step(raw), isDone: SQLITE_ROW)
  }

  /// Ends a run and forgets the parameters.
  public func reset() {
    sqlite3_reset(raw)
    if lastParameter > 0 { sqlite3_clear_bindings(raw) }
    lastParameter = 0
    bindingCode = SQLITE_OK
  }

  private func check(_ code: Int32, isDone expected: Int32) throws {
    guard code == expected else { throw DatabaseError(code: code, of: raw) }
  }
}

/// The current row of a ``RawStatement``; valid only until the next one.
///
/// A damaged file can hold a value of any type in any column, whatever the schema says.
public struct RawRow {
  let raw: OpaquePointer

  /// The number in a column, converted from whatever is stored there; `nil` for NULL.
  public func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(raw, column) == SQLITE_NULL ? nil : sqlite3_column_int64(raw, column)
  }

  /// The whole number in a column; `nil` for a value of any other type.
  public func wholeNumber(_ column: Int32) -> Int64? {
    sqlite3_column_type(raw, column) == SQLITE_INTEGER ? sqlite3_column_int64(raw, column) : nil
  }

  /// The fraction in a column; 0 for NULL.
  public func real(_ column: Int32) -> Double { sqlite3_column_double(raw, column) }

  /// The text in a column; empty for NULL.
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(raw, column) else { return "" }
    let count = Int(sqlite3_column_bytes(raw, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The identifier in a column; `nil` unless it holds 16 bytes.
  public func uuid(_ column: Int32) -> UUID? {
    guard sqlite3_column_bytes(raw, column) == 16, let bytes = sqlite3_column_blob(raw, column)
    else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// The bytes of a BLOB or a text; `nil` for other types, and above a limit in bytes.
  ///
  /// One flipped bit in a damaged file turns one of the two types into the other.
  public func bytes(_ column: Int32, limit: Int) -> Data? {
    let type = sqlite3_column_type(raw, column)
    guard type == SQLITE_BLOB || type == SQLITE_TEXT else { return nil }
    let bytes = sqlite3_column_blob(raw, column)
    let count = Int(sqlite3_column_bytes(raw, column))
    guard count <= limit else { return nil }
    return bytes.map { Data(bytes: $0, count: count) } ?? Data()
  }

  /// The type of the value in a column.
  public func type(_ column: Int32) -> ValueType {
    switch sqlite3_column_type(raw, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .bytes
    default: .null
    }
  }

  /// The types of SQLite's values.
  public enum ValueType: Sendable {
    case null, integer, real, text, bytes
  }
}

extension DatabaseError {
  /// The error of a failed call to an SQLite function.
  ///
  /// - Parameters:
  ///   - code: The result of the call.
  ///   - connection: The connection of the call.
  public init(code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    let message = connection.flatMap(sqlite3_errmsg).map { String(cString: $0) }
    self.init(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
  }

  /// The error of a failed step.
  public init(code: Int32, of statement: OpaquePointer) {
    self.init(code: code, on: sqlite3_db_handle(statement))
  }
}
