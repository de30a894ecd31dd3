import Foundation

/// Wall-clock time in milliseconds since 1970; shown, but never used for ordering.
public typealias Timestamp = Int64

/// The present time.
func currentTimestamp() -> Timestamp {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
