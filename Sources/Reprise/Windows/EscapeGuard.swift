/// Keeps keys from destroying anything right after Esc has closed something.
///
/// Over a slow line, a key such as Left may arrive in pieces: the first is Esc, and a later one could be
/// the key that discards what the closed screen showed. So until the person has seen what Esc did, and
/// for 300 ms more, a destructive key is ignored and a line asks to press it again. Pressed again it
/// works.
///
/// An Esc that the terminal sends in a form of its own is no piece of another key, so it does not count.
/// Nothing of this is part of the state: a new process reads keys from their beginning.
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

  /// Takes note that a key was handled, and with that perhaps closed something.
  mutating func didHandle(_ press: KeyPress) {
    if press == KeyPress(.escape), !press.isUnambiguous { phase = .unseen }
  }

  /// Takes note that a frame shows what was done.
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
