/// Names of sessions: what a person may type after `--session`.
package enum SessionName {
  /// The name of the first session.
  static let first = "main"

  /// Names for additional sessions, in the order in which they are tried.
  static let fresh = [first] + (2...99).map { "\(first)-\($0)" }

  /// Whether a name is safe as a directory's name.
  package static func isValid(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default:
          false
        }
      }
  }
}
