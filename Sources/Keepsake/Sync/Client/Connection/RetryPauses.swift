import Foundation
import Storage

/// How long to wait before a line that was lost is opened again: longer each time, and longer on battery.
struct RetryPauses {
  private var count = 0

  /// The longest pause, in seconds.
  static let longest = 300.0

  /// The next pause, in milliseconds; not the same for all that lost a server at the same moment.
  mutating func next(isOnBattery: Bool = PowerSource.isOnBattery) -> Int {
    let seconds = min(Self.longest, 0.5 * pow(2, Double(count)))
    count = min(count + 1, 20)
    return Int(seconds * (isOnBattery ? 4 : 1) * Double.random(in: 0.8...1.2) * 1000)
  }

  /// Begins anew after the line was open.
  mutating func reset() { count = 0 }
}
