import Foundation
import GRDB

/// The value of a column, as the change log stores it in JSON.
public enum ColumnValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case uuid(UUID)

  /// A whole number; `nil` for anything else.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// A number as a fraction; `nil` for anything else.
  public var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// A text; `nil` for anything else.
  public var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The identity, stored as an identity or as text; `nil` for other values.
  public var uuid: UUID? {
    switch self {
    case .uuid(let value): value
    case .text(let text): UUID(uuidString: text)
    default: nil
    }
  }
}

extension ColumnValue: DatabaseValueConvertible {
  /// The value as SQLite stores it.
  public var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .uuid(let value): value.databaseValue
    }
  }

  /// Reads a value from SQLite; `nil` for bytes that aren't an identity.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> ColumnValue? {
    switch value.storage {
    case .null: .null
    case .int64(let number): .integer(number)
    case .double(let number): .real(number)
    case .string(let text): .text(text)
    case .blob: UUID.fromDatabaseValue(value).map(ColumnValue.uuid)
    }
  }
}

extension ColumnValue: Codable {
  /// Reads a value from the JSON of the change log.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes a value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .uuid(let value): try container.encode(value.uuidString)
    }
  }
}
