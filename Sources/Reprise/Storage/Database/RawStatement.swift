import Foundation
import GRDB
import GRDBSQLite

/// A statement that is bound, run and read by SQLite's own functions.
///
/// GRDB boxes every argument and every column. For a statement that runs in every turn or returns
/// thousands of rows, that costs more than SQLite itself.
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
