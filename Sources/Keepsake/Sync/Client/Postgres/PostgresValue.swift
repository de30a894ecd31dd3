import Foundation

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
