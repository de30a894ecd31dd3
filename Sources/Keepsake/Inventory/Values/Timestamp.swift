import Foundation

/// Wall-clock time in milliseconds since 1970; shown, but never used for ordering.
public typealias Timestamp = Int64

/// The clock by which things are dated.
enum WallClock {
  /// Tells the time where a test repeats a history from its seed; otherwise the machine does.
  @TaskLocal static var time: (@Sendable () -> Timestamp)?
}

/// The present time.
func currentTimestamp() -> Timestamp {
  if let time = WallClock.time { return time() }
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
