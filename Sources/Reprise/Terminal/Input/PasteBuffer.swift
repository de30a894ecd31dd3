/// Collects a bracketed paste and sanitizes it.
struct PasteBuffer {
  /// The size limit of a paste, in bytes; the rest is dropped.
  static let limit = 1 << 20

  private static let endMark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0

  /// Whether the paste exceeded the limit.
  private(set) var isCut = false

  /// The number of collected bytes.
  var count: Int { bytes.count }

  /// Adds a byte; `true` when it completes the end mark.
  mutating func accept(_ byte: UInt8) -> Bool {
    if byte == Self.endMark[matched] {
      matched += 1
      return matched == Self.endMark.count
    }
    for held in Self.endMark[..<matched] { append(held) }
    matched = byte == Self.endMark[0] ? 1 : 0
    if matched == 0 { append(byte) }
    return false
  }

  /// Returns the pasted text and empties the buffer.
  ///
  /// Line ends become `\n`. All other control characters except tabs are removed, so no escape
  /// sequence survives.
  mutating func take() -> String {
    defer { self = PasteBuffer() }
    var text = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0D: text.append("\n")
      case 0x0A: if !afterReturn { text.append("\n") }
      case 0x09: text.append(scalar)
      case 0...0x1F, 0x7F...0x9F: break
      default: text.append(scalar)
      }
      afterReturn = scalar.value == 0x0D
    }
    return String(text)
  }

  private mutating func append(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isCut = true }
  }
}
