import Reprise
import Foundation

/// The identity that the system gave to a machine (machine-id(5)).
///
/// It tells a machine from all others for ever, so it never leaves the program as it is.
nonisolated struct MachineIdentity: Hashable, Sendable {
  /// The number as 32 hexadecimal digits.
  let digits: String

  /// Where systems keep it, the most important first.
  static let files = ["/etc/machine-id", "/var/lib/dbus/machine-id"]

  /// Reads the first file that has one; `nil` if none does, as in many containers.
  init?(files: [String] = Self.files) {
    for file in files {
      guard case .bytes(let bytes) = PreferenceFile.content(of: file) else { continue }
      if let digits = Self.digits(in: bytes) {
        self.digits = digits
        return
      }
    }
    return nil
  }

  /// The digits of a file; `nil` for one that is damaged, or of a system that has not started before.
  private static func digits(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(separator: "\n", omittingEmptySubsequences: false).first,
      line.utf8.count == 32, line.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      line.contains(where: { $0 != "0" })
    else { return nil }
    return line.lowercased()
  }
}
