import Foundation

/// Reads what ``ByteWriter`` wrote, from untrusted bytes (reliability S6).
///
/// A length is checked against the bytes that are left before anything is allocated for it.
public struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads from the first byte.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes are left.
  public var remaining: Int { bytes.count - position }

  /// Whether everything was read.
  public var isAtEnd: Bool { position == bytes.count }

  /// Reads one byte.
  public mutating func readByte() throws(DecodingFailure) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number that was zigzag-encoded.
  public mutating func readInt() throws(DecodingFailure) -> Int64 {
    let folded = try readUnsigned()
    return Int64(bitPattern: (folded >> 1) ^ (~(folded & 1) &+ 1))
  }

  /// Reads a number that is never negative.
  public mutating func readUnsigned() throws(DecodingFailure) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try readByte()
      guard shift < 63 || byte <= 1 else { throw .malformed("a number is too long") }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads a floating-point number.
  public mutating func readDouble() throws(DecodingFailure) -> Double {
    guard remaining >= 8 else { throw .truncated }
    var pattern: UInt64 = 0
    for offset in 0..<8 {
      pattern |= UInt64(bytes[position + offset]) << (8 * UInt64(offset))
    }
    position += 8
    return Double(bitPattern: pattern)
  }

  /// Reads text of so many bytes.
  public mutating func readString(length: Int) throws(DecodingFailure) -> String {
    try require(length)
    guard let text = String(checked: bytes.span.extracting(position..<position + length)) else {
      throw .malformed("text is not UTF-8")
    }
    position += length
    return text
  }

  /// Reads so many bytes as they are.
  public mutating func readBytes(length: Int) throws(DecodingFailure) -> ArraySlice<UInt8> {
    try require(length)
    defer { position += length }
    return bytes[position..<position + length]
  }

  private func require(_ length: Int) throws(DecodingFailure) {
    guard length >= 0, length <= remaining else { throw .truncated }
  }
}

extension String {
  /// Text from bytes, unless they are not UTF-8; faster than the generic initializers.
  fileprivate init?(checked bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }
}
