/// Formats CSV records as lines (RFC 4180, comma, LF).
struct CSVWriter {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  init() {
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  /// Whether enough is collected for a write.
  var isFull: Bool { buffer.count >= Self.capacity }

  /// Appends a record.
  mutating func append(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(field)
    }
    buffer.append(10)
  }

  /// Returns and removes the collected lines.
  mutating func take() -> [UInt8] {
    defer { buffer.removeAll(keepingCapacity: true) }
    return buffer
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
