/// Reads what ``ByteWriter`` wrote, and trusts none of it.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(MalformedBytes) -> UInt8 {
    guard position < bytes.count else { throw MalformedBytes() }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number of things, each of which takes a byte at least.
  mutating func count() throws(MalformedBytes) -> Int {
    let number = try unsigned()
    guard number <= UInt64(bytes.count - position) else { throw MalformedBytes() }
    return Int(number)
  }

  /// An index of something of which there are so many.
  mutating func count(below limit: Int) throws(MalformedBytes) -> Int {
    let number = try unsigned()
    guard number < UInt64(limit) else { throw MalformedBytes() }
    return Int(number)
  }

  mutating func number() throws(MalformedBytes) -> Int64 {
    let number = try unsigned()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func text() throws(MalformedBytes) -> String {
    let length = try count()
    let slice = bytes[position..<position + length]
    guard let text = String(validating: slice, as: UTF8.self) else { throw MalformedBytes() }
    position += length
    return text
  }

  mutating func real() throws(MalformedBytes) -> Double {
    guard bytes.count - position >= 8 else { throw MalformedBytes() }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
    position += 8
    return Double(bitPattern: bits)
  }

  private mutating func unsigned() throws(MalformedBytes) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || bits <= 1 else { throw MalformedBytes() }
      number |= bits << shift
      if byte & 0x80 == 0 { return number }
    }
    throw MalformedBytes()
  }
}

/// Bytes that are not what they should be.
public struct MalformedBytes: Error, Hashable {
  /// Makes one.
  public init() {}
}
