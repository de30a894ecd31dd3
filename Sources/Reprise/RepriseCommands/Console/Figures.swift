import Foundation
import Reprise
import Storage

/// Formats numbers for people.
enum Figures {
  /// `1 object`, `1,204 objects`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    CountText.text(number, one, many)
  }

  /// A size: `960 bytes`, `96 KiB`, `1.5 MiB`.
  static func bytes(_ number: Int) -> String { ByteText.text(number) }

  /// A moment by the clock on the wall, or as ISO 8601 in UTC for programs; `?` for an impossible one.
  ///
  /// - Parameter seconds: Since 1970 UTC.
  static func time(_ seconds: Double, isMachineReadable: Bool = false) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "?" }
    let moment = time_t(seconds.rounded(.down))
    return isMachineReadable
      ? universalTimeText(moment) : timeText(moment, "%Y-%m-%d %H:%M:%S", inUTC: false)
  }
}
