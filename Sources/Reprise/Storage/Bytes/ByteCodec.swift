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

  /// Reads text of a number of bytes.
  public mutating func readString(length: Int) throws(DecodingFailure) -> String {
    try require(length)
    guard let text = String(checked: bytes.span.extracting(position..<position + length)) else {
      throw .malformed("text is not UTF-8")
    }
    position += length
    return text
  }

  /// Reads a number of raw bytes.
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

/// Writes values as bytes, one after the other: integers in seven bits a byte, lowest first; floating-point numbers in little
/// endian.
///
/// ```swift
/// var writer = ByteWriter()
/// writer.write(-7 as Int64)
/// writer.write(0.5)
/// var reader = ByteReader(writer.bytes)
/// let (number, share) = (try reader.readInt(), try reader.readDouble())
/// ```
public struct ByteWriter {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty writer with room for most records.
  public init() {
    bytes.reserveCapacity(256)
  }

  /// Removes all bytes and keeps the capacity.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes one byte.
  public mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes raw bytes.
  public mutating func write(contentsOf content: some Sequence<UInt8>) {
    bytes.append(contentsOf: content)
  }

  /// Writes a number, zigzag-encoded: a small negative one stays short.
  public mutating func write(_ number: Int64) {
    write(unsigned: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// Writes a number that is never negative.
  public mutating func write(unsigned number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a floating-point number.
  public mutating func write(_ number: Double) {
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Why bytes could not be decoded.
public enum DecodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end early, or a count points past their end.
  case truncated
  /// The bytes break the format.
  case malformed(String)

  /// One line for a person.
  public var description: String {
    switch self {
    case .truncated: "the record is truncated"
    case .malformed(let reason): reason
    }
  }
}

/// Bytes as hexadecimal digits.
///
/// Written plainly: a join makes the keys of all items several times, where Foundation's formatting
/// took about a tenth of the time.
public enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The digits of bytes, in lower case.
  public static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digits[Int(byte >> 4)]
        text[2 * index + 1] = digits[Int(byte & 15)]
      }
      return 2 * bytes.count
    }
  }

  /// The bytes of digits in either case; `nil` for anything else.
  public static func bytes(_ text: String) -> [UInt8]? {
    let halves = text.utf8.compactMap(value(ofDigit:))
    guard halves.count == text.utf8.count, halves.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] }
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
