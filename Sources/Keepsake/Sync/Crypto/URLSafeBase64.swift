import Foundation

/// Base64 in letters, digits, `-` and `_`, without padding (RFC 4648, section 5).
///
/// It works on bytes: a launch reads a join code, and replacing letters in strings took longer than all the rest of that.
enum URLSafeBase64 {
  static func text(of bytes: [UInt8]) -> String {
    let padded = Data(bytes).base64EncodedData()
    return String(decoding: padded.filter { $0 != padding }.map(safe), as: UTF8.self)
  }

  /// - Returns: `nil` for anything else.
  static func bytes(of text: Substring) -> Data? {
    var padded = text.utf8.map(usual)
    while padded.count % 4 != 0 { padded.append(padding) }
    return Data(base64Encoded: Data(padded))
  }

  private static let padding = UInt8(ascii: "=")

  private static func safe(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: letter
    }
  }

  private static func usual(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: letter
    }
  }
}
