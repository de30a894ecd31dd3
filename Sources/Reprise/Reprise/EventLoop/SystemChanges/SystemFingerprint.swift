import Foundation
import Storage
import Terminal

/// The relevant surroundings of an app at one moment.
///
/// The difference of two fingerprints is the net change between them (contract 8.6.2).
nonisolated package struct SystemFingerprint: Equatable, Sendable {
  /// The size of the terminal window.
  package var windowSize: Size

  /// The file of the time zone's rules.
  package var timeZone: FileStamp?

  /// The number of the local day; no other day has it.
  package var day: Int

  /// The offset of local time from UTC, in seconds.
  package var secondsFromUTC: Int

  /// The clock minus the time since the machine started, in seconds.
  ///
  /// It changes when the clock is set, by hand or by a time service, but not as time passes.
  package var clockOffset: Double

  /// The files that set the language of the system.
  package var locale: [FileStamp?]

  /// The app's configuration, as ``SystemFiles`` names it.
  package var configuration: [ConfigurationFile?]

  /// The app's data, as ``SystemFiles`` names it.
  package var data: [FileStamp?]

  /// The file that asks to lock.
  package var lockRequest: FileStamp?

  /// Makes a fingerprint of these things.
  package init(
    windowSize: Size, timeZone: FileStamp?, day: Int, secondsFromUTC: Int, clockOffset: Double,
    locale: [FileStamp?], configuration: [ConfigurationFile?], data: [FileStamp?],
    lockRequest: FileStamp? = nil
  ) {
    self.windowSize = windowSize
    self.timeZone = timeZone
    self.day = day
    self.secondsFromUTC = secondsFromUTC
    self.clockOffset = clockOffset
    self.locale = locale
    self.configuration = configuration
    self.data = data
    self.lockRequest = lockRequest
  }

  /// The largest correction of the clock that is not reported, in seconds.
  private static let unnoticedClockChange = 30.0

  /// The changes since an earlier fingerprint, in the order of delivery.
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
    // The last one: it may end the process.
    if lockRequest != earlier.lockRequest { changes.append(.lockRequest) }
    return changes
  }
}
