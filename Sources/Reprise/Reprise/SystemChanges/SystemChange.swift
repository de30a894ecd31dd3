/// A change around the app (contract 8.6).
///
/// A stopped app is told nothing. When it runs again it is told each change once, before any key, and
/// only the net result: what changed and changed back is no change.
nonisolated public enum SystemChange: Hashable, Sendable, CaseIterable {
  /// The terminal has another size; everything is laid out for it.
  case windowSize
  /// Another time zone is set.
  case timeZone
  /// Another day, a clock that was set, or a jump of local time.
  case significantTime
  /// The language or the formats of the system changed.
  case locale
  /// A watched configuration file was written.
  case configuration
  /// A watched data file was written, perhaps by this app, or watching has begun.
  case data
  /// Protected data was opened or closed; see ``Application/isProtectedDataAvailable``.
  case protectedData
  /// Another program asks to lock protected data, which follows; see ``AppDirectories/requestLock()``.
  case lockRequest
  /// The terminal looks otherwise: it has another background, or is another one behind a multiplexer.
  case terminal
  /// Something was plugged in or out; ``SystemNews/connected`` and ``SystemNews/disconnected`` say what.
  case accessories
  /// The machine runs on battery or no longer, or the battery is fuller or emptier; see ``Application/power``.
  case power
  /// The person came, or has left the desktop; see ``Application/isPersonNear``.
  case presence
  /// Memory is short: let go of what can be made again.
  case memoryPressure
}
