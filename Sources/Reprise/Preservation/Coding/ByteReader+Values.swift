import Foundation
import Storage

/// How saved state is read: nesting is limited, too (design 3, reliability S6).
extension ByteReader {
  /// How deep arrays and dictionaries may nest.
  static let depthLimit = 64

  /// Reads the count of items that take at least one byte each.
  package mutating func readCount() throws(DecodingFailure) -> Int {
    let count = try readInt()
    guard count >= 0, count <= Int64(remaining) else { throw .truncated }
    return Int(count)
  }

  package mutating func readString() throws(DecodingFailure) -> String {
    try readString(length: readCount())
  }

  package mutating func readData() throws(DecodingFailure) -> Data {
    Data(try readBytes(length: readCount()))
  }

  package mutating func readValue(depth: Int = 0) throws(DecodingFailure) -> Value {
    guard depth < Self.depthLimit else { throw .malformed("values nest too deep") }
    guard let tag = ByteWriter.Tag(rawValue: try readByte()) else {
      throw .malformed("a value has an unknown type")
    }
    switch tag {
    case .null: return .null
    case .bool: return .bool(try readByte() != 0)
    case .int: return .int(try readInt())
    case .double: return .double(try readDouble())
    case .string: return .string(try readString())
    case .data: return .data(try readData())
    case .date: return .date(try readDouble())
    case .array: return .array(try readArray(depth: depth))
    case .dictionary: return .dictionary(try readDictionary(depth: depth))
    case .reference: return .reference(NodeID(rawValue: try readInt()))
    }
  }

  private mutating func readArray(depth: Int) throws(DecodingFailure) -> [Value] {
    let count = try readCount()
    var values: [Value] = []
    for _ in 0..<count {
      values.append(try readValue(depth: depth + 1))
    }
    return values
  }

  private mutating func readDictionary(depth: Int) throws(DecodingFailure) -> [String: Value] {
    let count = try readCount()
    var values: [String: Value] = [:]
    for _ in 0..<count {
      let key = try readString()
      values[key] = try readValue(depth: depth + 1)
    }
    return values
  }
}
