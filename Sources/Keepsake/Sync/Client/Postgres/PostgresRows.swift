import Storage
import Foundation

/// The rows that a statement has, as the companion answers them; what is in them is a stranger's.
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
    .protocolViolation("its rows are other ones than were asked for")
  }
}
