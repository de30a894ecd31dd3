import Foundation
import Storage

nonisolated extension Figures {
  /// A time in the local time zone, `2026-01-31 23:59:59`; for machines as ISO 8601 in UTC.
  ///
  /// - Parameter seconds: Seconds since 1970 UTC; may be hostile, since it comes from a file.
  static func time(_ seconds: Double, isMachineReadable: Bool = false) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "?" }
    let moment = time_t(seconds.rounded(.down))
    return isMachineReadable
      ? universalTimeText(moment) : timeText(moment, "%Y-%m-%d %H:%M:%S", inUTC: false)
  }
}
