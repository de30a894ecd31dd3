import Foundation
import GRDBSQLite

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
