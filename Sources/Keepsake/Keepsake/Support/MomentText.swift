import Foundation
import Inventory

/// Writes a time for people: `2026-11-22 14:05`, by the clock of this machine.
nonisolated enum MomentText {
  /// The text of a time in milliseconds since 1970.
  static func text(_ moment: Timestamp) -> String {
    var (seconds, parts) = (time_t(moment / 1000), tm())
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(CalendarDate(at: moment).text) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
