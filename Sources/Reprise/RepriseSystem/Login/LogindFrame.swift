import Reprise
import Storage

/// A frame from the companion that listens to the system's bus (LogindCompanion/logind_kinds.h is the other end).
struct LogindFrame {
  static let watch = UInt8(ascii: "W")
  static let calls = UInt8(ascii: "C")
  static let done = UInt8(ascii: "D")
  static let watching = UInt8(ascii: "K")
  static let lock = UInt8(ascii: "L")
  static let sleep = UInt8(ascii: "S")
  static let idle = UInt8(ascii: "I")
  static let calling = UInt8(ascii: "T")
  static let error = UInt8(ascii: "E")

  /// The longest payload, in bytes.
  static let longest = 1024

  let kind: UInt8
  /// The payload as one line without control characters.
  let text: String

  init(_ frame: CompanionFrame) {
    kind = frame.kind
    let line = String(decoding: frame.payload, as: UTF8.self)
    text = String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
          default: scalar
          }
        }))
  }
}
