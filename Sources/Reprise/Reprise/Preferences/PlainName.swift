nonisolated extension StringProtocol {
  /// Whether this is the name of a file that leads nowhere else: letters, digits, `-`, `_` and `.`, which isn't the
  /// first.
  var isPlainName: Bool {
    !isEmpty && first != "."
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
