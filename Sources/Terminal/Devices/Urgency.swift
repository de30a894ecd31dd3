import CTerminal

/// Which thread gets the processor first where several want it.
package nonisolated enum Urgency {
  /// Has the calling thread run as soon as it is woken, for short stretches at a time.
  package static func preferShortWaits() { terminal_urgency_prefer_short_waits() }

  /// Has the calling thread, started by one that prefers short waits, let that one go first.
  package static func allowLongWaits() { terminal_urgency_allow_long_waits() }
}
