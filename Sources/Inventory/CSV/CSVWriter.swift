import Foundation

/// Writes CSV records (RFC 4180, comma, LF) to a file descriptor through a small buffer.
struct CSVWriter {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// Starts to write to an open file; the caller closes it.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  mutating func write(_ fields: [String]) throws(InventoryError) {
    for (index, field) in fields.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(field)
    }
    buffer.append(10)
    if buffer.count >= Self.capacity { try flush() }
  }

  mutating func flush() throws(InventoryError) {
    var written = 0
    while written < buffer.count {
      let start = written
      let count = buffer.withUnsafeBytes { bytes in
        retryingAfterSignals {
          Foundation.write(
            descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        }
      }
      guard count > 0 else { throw .system("write", name, code: errno) }
      written += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ field: String) {
    guard field.utf8.contains(where: Self.needsQuotes) else {
      buffer.append(contentsOf: field.utf8)
      return
    }
    buffer.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13: true
    default: false
    }
  }
}
