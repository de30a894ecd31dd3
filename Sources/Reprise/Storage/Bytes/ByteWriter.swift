import Foundation

/// Writes values as bytes, one after the other: integers in seven bits a byte, lowest first; floating-point numbers in little
/// endian.
public struct ByteWriter {
  /// What was written so far.
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

  /// Writes bytes as they are.
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
