import Foundation

nonisolated extension Figures {
  /// A moment in the person's own time: `2026-01-31 23:59:59`; for machines as ISO 8601 in UTC.
  ///
  /// - Parameter seconds: Seconds since 1970 UTC, from a file: not to be trusted.
  static func time(_ seconds: Double, isMachineReadable: Bool = false) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "?" }
    var moment = time_t(seconds.rounded(.down))
    var parts = tm()
    if isMachineReadable { gmtime_r(&moment, &parts) } else { localtime_r(&moment, &parts) }
    var buffer = [CChar](repeating: 0, count: 64)
    strftime(
      &buffer, buffer.count, isMachineReadable ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
