/// Blocks destructive keys right after Esc has closed a screen.
///
/// Over a slow line, a key such as Left may arrive in pieces: the first is Esc, and a later one could be
/// the key that discards the subject of the closed screen. So until the user has seen the effect of Esc, and
/// for 300 ms more, a destructive key is ignored and a line asks to press it again. The second press
/// works.
///
/// If the terminal sends Esc in an unambiguous form, it can't be a piece of another key, so it doesn't count.
/// Nothing of this is saved: a new process begins at the first byte of a key.
struct EscapeGuard {
  /// How long destructive keys are ignored, from the first frame without what Esc closed.
  static let period = Duration.milliseconds(300)

  private enum Phase {
    case idle
    /// Esc closed something, and no frame shows it yet.
    case unseen
    case seen(ContinuousClock.Instant)
    /// A key was ignored, and no frame shows the line about it yet.
    case ignoring
  }

  private var phase = Phase.idle

  /// Records that a key was handled, which may have closed something.
  mutating func didHandle(_ press: KeyPress) {
    if press == KeyPress(.escape), !press.isUnambiguous { phase = .unseen }
  }

  /// Records that a frame shows the result.
  mutating func didDraw(at now: ContinuousClock.Instant) {
    switch phase {
    case .unseen: phase = .seen(now)
    case .ignoring: phase = .idle
    case .idle, .seen: break
    }
  }

  /// Whether a destructive key is to be ignored now.
  mutating func ignores(at now: ContinuousClock.Instant) -> Bool {
    switch phase {
    case .idle: return false
    case .seen(let time) where now - time >= Self.period:
      phase = .idle
      return false
    case .unseen, .seen, .ignoring:
      phase = .ignoring
      return true
    }
  }
}
