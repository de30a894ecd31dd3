import Foundation
import GRDB
import Storage

extension RawStatement {
  /// Binds the next parameter to the value of a column.
  func bind(_ value: ColumnValue) {
    switch value {
    case .null: bindNull()
    case .integer(let number): bind(number)
    case .real(let number): bind(number)
    case .text(let text): bind(text)
    case .uuid(let uuid): bind(uuid)
    }
  }
}

extension RawRow {
  /// The value of a column.
  func value(_ column: Int32) -> ColumnValue {
    switch type(column) {
    case .integer: integer(column).map(ColumnValue.integer) ?? .null
    case .real: .real(real(column))
    case .text: .text(text(column))
    case .bytes: uuid(column).map(ColumnValue.uuid) ?? .null
    case .null: .null
    }
  }

  // MARK: - Values of a damaged file

  /// The value of a column.
  ///
  /// - Throws: `SQLITE_MISMATCH` for bytes that aren't an identity, which only a damaged file has.
  func checkedValue(_ column: Int32) throws -> ColumnValue {
    type(column) == .bytes ? .uuid(try checkedUUID(column)) : value(column)
  }

  /// The whole number of a column.
  ///
  /// - Throws: `SQLITE_MISMATCH` for anything else.
  func checkedInteger(_ column: Int32) throws -> Int64 { try checked(wholeNumber(column)) }

  /// The identity of a column.
  ///
  /// - Throws: `SQLITE_MISMATCH` for anything else.
  func checkedUUID(_ column: Int32) throws -> UUID {
    try checked(type(column) == .bytes ? uuid(column) : nil)
  }

  /// The text of a column.
  ///
  /// - Throws: `SQLITE_MISMATCH` for anything else.
  func checkedText(_ column: Int32) throws -> String {
    try checked(type(column) == .text ? text(column) : nil)
  }

  private func checked<Value>(_ value: Value?) throws -> Value {
    guard let value else {
      throw DatabaseError(resultCode: .SQLITE_MISMATCH, message: "a value has the wrong type")
    }
    return value
  }
}
