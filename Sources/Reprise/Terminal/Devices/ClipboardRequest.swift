/// The sequence that asks a terminal to put a text on the clipboard (OSC 52).
///
/// The text is sent as base64, so nothing in it can control the terminal.
package enum ClipboardRequest {
  /// The most bytes of a text; several terminals drop longer ones.
  package static let maximumBytes = 74_994

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The sequence for a text; `nil` if the text is too long.
  static func bytes(copying text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count <= maximumBytes else { return nil }
    return Array("\u{1B}]52;c;".utf8) + base64(text) + [0x07]
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for index in 0..<3 {
        bits = bits << 8 | Int(start + index < bytes.count ? bytes[start + index] : 0)
      }
      for index in 0..<4 {
        result.append(
          index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
