/// Decodes UTF-8 byte by byte.
struct ScalarDecoder {
  /// The result of a byte.
  enum Step: Equatable {
    /// The character needs more bytes.
    case more
    /// The character is complete.
    case scalar(Unicode.Scalar)
    /// The bytes are not UTF-8; `usesByte` says whether the last byte belongs to them.
    case invalid(usesByte: Bool)
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The valid range of the next byte, which may be narrower for the second byte (Unicode table 3-7).
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a character is incomplete.
  var isWaiting: Bool { missing > 0 }

  /// Consumes a byte.
  mutating func accept(_ byte: UInt8) -> Step {
    guard isWaiting else { return begin(byte) }
    guard allowed.contains(byte) else {
      self = ScalarDecoder()
      return .invalid(usesByte: false)
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard !isWaiting else { return .more }
    return Unicode.Scalar(value).map(Step.scalar) ?? .invalid(usesByte: true)
  }

  private mutating func begin(_ byte: UInt8) -> Step {
    switch byte {
    case 0...0x7F:
      return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF:
      (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, missing) = (UInt32(byte & 0x0F), 2)
      if byte == 0xE0 { allowed = 0xA0...0xBF }
      if byte == 0xED { allowed = 0x80...0x9F }
    case 0xF0...0xF4:
      (value, missing) = (UInt32(byte & 0x07), 3)
      if byte == 0xF0 { allowed = 0x90...0xBF }
      if byte == 0xF4 { allowed = 0x80...0x8F }
    default:
      return .invalid(usesByte: true)
    }
    return .more
  }
}
