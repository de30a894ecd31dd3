import Foundation

/// Wall-clock time in whole milliseconds since 1970; it is shown, never used to decide an order.
public typealias Timestamp = Int64

/// The present moment.
func currentTimestamp() -> Timestamp {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
