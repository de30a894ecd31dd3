import Foundation

/// Reads what ``ByteWriter`` wrote, from untrusted bytes.
///
/// Checks every count against the remaining bytes before it allocates, and limits nesting (design
/// 3, reliability S6).
package struct ByteReader {
  /// How deep arrays and dictionaries may nest.
  static let depthLimit = 64

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func readByte() throws(DecodingFailure) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func readInt() throws(DecodingFailure) -> Int64 {
    var folded: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try readByte()
      guard shift < 63 || byte <= 1 else { throw .malformed("a number is too long") }
      folded |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int64(bitPattern: (folded >> 1) ^ (~(folded & 1) &+ 1))
  }

  /// Reads the count of items that take at least one byte each.
  package mutating func readCount() throws(DecodingFailure) -> Int {
    let count = try readInt()
    guard count >= 0, count <= Int64(bytes.count - position) else { throw .truncated }
    return Int(count)
  }

  package mutating func readDouble() throws(DecodingFailure) -> Double {
    guard bytes.count - position >= 8 else { throw .truncated }
    var pattern: UInt64 = 0
    for offset in 0..<8 {
      pattern |= UInt64(bytes[position + offset]) << (8 * UInt64(offset))
    }
    position += 8
    return Double(bitPattern: pattern)
  }

  package mutating func readString() throws(DecodingFailure) -> String {
    let count = try readCount()
    guard let text = String(checked: bytes.span.extracting(position..<position + count)) else {
      throw .malformed("text is not UTF-8")
    }
    position += count
    return text
  }

  package mutating func readData() throws(DecodingFailure) -> Data {
    let count = try readCount()
    defer { position += count }
    return Data(bytes[position..<position + count])
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

/// Why bytes could not be decoded as a record.
package enum DecodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end early, or a count points past their end.
  case truncated
  /// The bytes break the format.
  case malformed(String)

  /// One line for a person.
  package var description: String {
    switch self {
    case .truncated: "the record ends too early"
    case .malformed(let reason): reason
    }
  }
}

extension String {
  /// Text from bytes, unless they are not UTF-8; faster than the generic initializers.
  fileprivate init?(checked bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }
}
