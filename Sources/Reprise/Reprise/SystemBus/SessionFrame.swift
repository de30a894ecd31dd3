/// What is said over the channel to the companion: a kind, a length, a line (Sources/SessionCompanion/frames.h is the
/// other end).
struct SessionFrame {
  static let watch = UInt8(ascii: "W")
  static let calls = UInt8(ascii: "C")
  static let done = UInt8(ascii: "D")
  static let watching = UInt8(ascii: "K")
  static let lock = UInt8(ascii: "L")
  static let sleep = UInt8(ascii: "S")
  static let idle = UInt8(ascii: "I")
  static let calling = UInt8(ascii: "T")
  static let error = UInt8(ascii: "E")

  let kind: UInt8
  /// What it says, as one harmless line.
  let text: String

  /// Takes the first frame that is there as a whole.
  init?(takenFrom bytes: inout [UInt8]) {
    guard bytes.count >= 2, bytes.count >= 2 + Int(bytes[1]) else { return nil }
    kind = bytes[0]
    let line = String(decoding: bytes[2..<(2 + Int(bytes[1]))], as: UTF8.self)
    text = String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
          default: scalar
          }
        }))
    bytes.removeFirst(2 + Int(bytes[1]))
  }
}
