/// Something around the app that is not what it was (contract 8.6).
///
/// While the app is stopped nothing is delivered; when it runs again it hears of each change once,
/// with what it came to in the end, before any key. What went back to what it was is no change.
nonisolated public enum SystemChange: Hashable, Sendable, CaseIterable {
  /// The terminal window has another size; everything is laid out for it already.
  case windowSize
  /// Another time zone is set.
  case timeZone
  /// It is another day, the clock was set, or the local time jumped.
  case significantTime
  /// Another language or other formats are set for the system.
  case locale
  /// A configuration file that is watched was written.
  case configuration
  /// A data file that is watched was written, perhaps by this app, or watching has begun.
  case data
  /// Memory is short: what can be made again should be let go.
  case memoryPressure
}
