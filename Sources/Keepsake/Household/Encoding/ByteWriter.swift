/// Writes numbers and texts one after the other: lengths first, small numbers in few bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// A number that is not negative, seven bits a byte.
  mutating func write(count: Int) { write(unsigned: UInt64(count)) }

  /// A number, those near zero in few bytes.
  mutating func write(_ number: Int64) {
    write(unsigned: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(count: utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func write(_ number: Double) {
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func write(unsigned number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
