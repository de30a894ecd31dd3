import Glibc

/// A moment as `strftime` writes it, by the clock on the wall or in UTC.
///
/// - Parameter moment: Seconds since 1970 UTC.
public func timeText(_ moment: time_t, _ format: String, inUTC: Bool) -> String {
  var moment = moment
  var parts = tm()
  if inUTC { gmtime_r(&moment, &parts) } else { localtime_r(&moment, &parts) }
  var buffer = [CChar](repeating: 0, count: 64)
  let count = strftime(&buffer, buffer.count, format, &parts)
  return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A moment as ISO 8601 in UTC: `2026-01-31T23:59:59Z`.
///
/// - Parameter moment: Seconds since 1970 UTC.
public func universalTimeText(_ moment: time_t) -> String {
  timeText(moment, "%Y-%m-%dT%H:%M:%SZ", inUTC: true)
}
