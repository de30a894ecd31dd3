import Foundation
import Terminal

/// What of the world around an app matters to it, at one moment.
///
/// The difference of two of them is what happened in between, net (contract 8.6.2).
nonisolated package struct SystemFingerprint: Hashable, Sendable {
  /// The size of the terminal window.
  package var windowSize: Size

  /// What the rules of the time zone were read from.
  package var timeZone: FileStamp?

  /// The local day, as a number that no other day has.
  package var day: Int

  /// How far local time is ahead of UTC, in seconds.
  package var secondsFromUTC: Int

  /// What the clock says beyond the time since the machine started, in seconds.
  ///
  /// It moves when the clock is set, by hand or by a time service, and not with time.
  package var clockOffset: Double

  /// The files that set the language of the system.
  package var locale: [FileStamp?]

  /// The app's configuration, as ``SystemFiles`` names it.
  package var configuration: [FileStamp?]

  /// The app's data, as ``SystemFiles`` names it.
  package var data: [FileStamp?]

  /// Makes a fingerprint of these things.
  package init(
    windowSize: Size, timeZone: FileStamp?, day: Int, secondsFromUTC: Int, clockOffset: Double,
    locale: [FileStamp?], configuration: [FileStamp?], data: [FileStamp?]
  ) {
    self.windowSize = windowSize
    self.timeZone = timeZone
    self.day = day
    self.secondsFromUTC = secondsFromUTC
    self.clockOffset = clockOffset
    self.locale = locale
    self.configuration = configuration
    self.data = data
  }

  /// How far the clock may be corrected without anybody hearing of it, in seconds.
  static let unnoticedClockChange = 30.0

  /// What is different now, in the order in which it is told.
  package func changes(since earlier: SystemFingerprint) -> [SystemChange] {
    var changes: [SystemChange] = []
    if windowSize != earlier.windowSize { changes.append(.windowSize) }
    if timeZone != earlier.timeZone { changes.append(.timeZone) }
    if day != earlier.day || secondsFromUTC != earlier.secondsFromUTC
      || abs(clockOffset - earlier.clockOffset) > Self.unnoticedClockChange
    {
      changes.append(.significantTime)
    }
    if locale != earlier.locale { changes.append(.locale) }
    if configuration != earlier.configuration { changes.append(.configuration) }
    if data != earlier.data { changes.append(.data) }
    return changes
  }
}
