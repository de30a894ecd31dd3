import Foundation
import Storage

/// The rows of a statement in the companion's answer; their content is untrusted.
struct PostgresRows {
  private let columns: Int
  private let values: [Data?]

  /// Reads a payload: columns and rows, each value with its length.
  init(payload: Data) throws(SyncError) {
    var rest = payload
    columns = try Self.takeNumber(&rest)
    let (count, isTooMany) = columns.multipliedReportingOverflow(by: try Self.takeNumber(&rest))
    guard !isTooMany, count <= rest.count / 4 else { throw Self.nonsense }
    var values: [Data?] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      let length = try Self.takeNumber(&rest)
      guard length != UInt32.max else {
        values.append(nil)
        continue
      }
      guard length <= rest.count else { throw Self.nonsense }
      values.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    self.values = values
  }

  /// How many there are.
  var count: Int { columns == 0 ? 0 : values.count / columns }

  /// A `bytea`.
  func bytes(_ row: Int, _ column: Int) throws(SyncError) -> Data {
    Data(try value(row, column))
  }

  /// A `text`.
  func text(_ row: Int, _ column: Int) throws(SyncError) -> String {
    guard let text = String(validating: try value(row, column), as: UTF8.self) else {
      throw Self.nonsense
    }
    return text
  }

  /// An `int`, a `bigint` or a `boolean`.
  func number(_ row: Int, _ column: Int) throws(SyncError) -> Int64 {
    let bytes = try value(row, column)
    switch bytes.count {
    case 1: return Int64(bytes[bytes.startIndex])
    case 4: return Int64(Int32(truncatingIfNeeded: Self.number(bytes)))
    case 8: return Self.number(bytes)
    default: throw Self.nonsense
    }
  }

  private func value(_ row: Int, _ column: Int) throws(SyncError) -> Data {
    guard row < count, column < columns, let value = values[row * columns + column] else {
      throw Self.nonsense
    }
    return value
  }

  private static func number(_ bytes: Data) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func takeNumber(_ rest: inout Data) throws(SyncError) -> Int {
    guard rest.count >= 4 else { throw nonsense }
    defer { rest = rest.dropFirst(4) }
    return rest.littleEndian(count: 4)
  }

  private static var nonsense: SyncError {
    .protocolViolation("its rows are not the requested ones")
  }
}

/// A parameter of a statement, in PostgreSQL's binary form: numbers have their highest byte first.
struct PostgresValue {
  /// The bytes of it.
  let bytes: Data

  /// A `text`.
  static func text(_ text: String) -> PostgresValue { PostgresValue(bytes: Data(text.utf8)) }

  /// A `bytea`.
  static func bytes(_ data: Data) -> PostgresValue { PostgresValue(bytes: data) }

  /// An `int` or a `bigint`.
  static func number(_ number: some FixedWidthInteger) -> PostgresValue {
    PostgresValue(bytes: withUnsafeBytes(of: number.bigEndian) { Data($0) })
  }

  /// A `bigint[]`.
  static func numbers(_ numbers: [Int64]) -> PostgresValue {
    array(of: numbers.map { number($0) }, type: 20)
  }

  /// A `bytea[]`.
  static func pieces(_ pieces: [Data]) -> PostgresValue {
    array(of: pieces.map { bytes($0) }, type: 17)
  }

  /// An array of one dimension: how many of these, whether one is null, the type as `pg_type` numbers
  /// it, how many, where it starts, and each with its length.
  private static func array(of values: [PostgresValue], type: Int32) -> PostgresValue {
    var bytes = Data()
    func append(_ number: Int) { bytes += Self.number(Int32(truncatingIfNeeded: number)).bytes }
    append(values.isEmpty ? 0 : 1)
    append(0)
    append(Int(type))
    guard !values.isEmpty else { return PostgresValue(bytes: bytes) }
    append(values.count)
    append(1)
    for value in values {
      append(value.bytes.count)
      bytes += value.bytes
    }
    return PostgresValue(bytes: bytes)
  }
}
