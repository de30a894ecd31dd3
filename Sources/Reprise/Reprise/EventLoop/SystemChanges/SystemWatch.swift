import Foundation
import Storage
import Terminal

/// Detects what changed in the system since the last check.
package struct SystemWatch {
  /// The time in seconds since 1970; tests replace it.
  package var now: () -> Int = { time(nil) }

  /// The files to check.
  var files = SystemFiles()

  /// The last fingerprint; `nil` before the first check.
  private var known: SystemFingerprint?

  /// Whether there was a check.
  var hasLooked: Bool { known != nil }

  /// Checks everything, and returns what changed since the last check.
  mutating func look(windowSize: Size) -> [SystemNews] {
    let now = fingerprint(windowSize)
    defer { known = now }
    guard let known else { return [] }
    return now.changes(since: known).map { change in
      SystemNews(change, files: changedFiles(change, from: known, to: now))
    }
  }

  /// The files that a kind of change concerns.
  private func changedFiles(
    _ change: SystemChange, from former: SystemFingerprint, to now: SystemFingerprint
  ) -> [String] {
    switch change {
    case .timeZone: files.timeZone.map { [$0] } ?? []
    case .locale: Self.changed(files.locale, former.locale, now.locale)
    case .configuration: Self.changed(files.configuration, former.configuration, now.configuration)
    case .data: Self.changed(files.data, former.data, now.data)
    default: []
    }
  }

  private static func changed<Moment: Equatable>(
    _ paths: [String], _ former: [Moment], _ now: [Moment]
  ) -> [String] {
    zip(paths, zip(former, now)).filter { $0.1.0 != $0.1.1 }.map(\.0)
  }

  /// Checks other files from now on; what they contain now is known.
  mutating func replaceFiles(_ files: SystemFiles) {
    let size = known?.windowSize
    self.files = files
    known = nil
    if let size { known = fingerprint(size) }
  }

  /// Whether another program has requested a lock since the last check.
  var hasLockRequest: Bool {
    files.lockRequest.flatMap(FileStamp.init(path:)) != known?.lockRequest
  }

  /// Records a size that the app has been notified of.
  mutating func note(windowSize: Size) {
    known?.windowSize = windowSize
  }

  private func fingerprint(_ windowSize: Size) -> SystemFingerprint {
    let local = Self.localTime(at: now())
    return SystemFingerprint(
      windowSize: windowSize, timeZone: files.timeZone.flatMap(FileStamp.init(path:)),
      day: local.day,
      secondsFromUTC: local.secondsFromUTC, clockOffset: Self.clockOffset,
      locale: files.locale.map(FileStamp.init(path:)),
      configuration: files.configuration.enumerated().map { index, path in
        ConfigurationFile(path: path, former: known?.configuration[index], isFirst: known == nil)
      },
      data: files.data.map(FileStamp.init(path:)),
      lockRequest: files.lockRequest.flatMap(FileStamp.init(path:)))
  }

  /// The number of the local day, and the offset from UTC in seconds.
  private static func localTime(at time: Int) -> (day: Int, secondsFromUTC: Int) {
    // Reloads the time zone if it has changed.
    tzset()
    var now = time
    var local = tm()
    localtime_r(&now, &local)
    return (Int(local.tm_year) * 366 + Int(local.tm_yday), local.tm_gmtoff)
  }

  /// The clock minus the time since the machine started, including sleep, in seconds.
  package static var clockOffset: Double {
    var (wall, boot) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &boot)
    return Double(wall.tv_sec - boot.tv_sec) + Double(wall.tv_nsec - boot.tv_nsec) / 1e9
  }

  /// The seconds until the local day ends.
  static func secondsToMidnight() -> Int {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    local.tm_mday += 1
    (local.tm_hour, local.tm_min, local.tm_sec, local.tm_isdst) = (0, 0, 0, -1)
    return max(1, mktime(&local) - now)
  }
}
