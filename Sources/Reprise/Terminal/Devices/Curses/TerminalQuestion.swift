/// A question that the terminal is asked once, and whether the answer may still come.
///
/// Nobody waits for it to draw. But an answer on its way must reach neither the keys nor the shell.
struct TerminalQuestion {
  private enum State {
    case unasked
    case asked(ContinuousClock.Instant)
    /// Something came that was typed after the question: an answer would have come before it.
    case passedOver
    case answered
  }

  /// How long an answer may be on its way; a terminal that is silent until then does not answer.
  private static let timeout = Duration.milliseconds(250)

  /// What comes so soon after the question may have been typed before it.
  private static let typeahead = Duration.milliseconds(20)

  private var state = State.unasked

  /// Whether it was not asked yet.
  var isUnasked: Bool { if case .unasked = state { true } else { false } }

  /// Has it asked again, unless an answer is on its way; that counts as one to the next question.
  mutating func askAgain(at now: ContinuousClock.Instant = .now) {
    if !isPending(at: now) { state = .unasked }
  }

  /// Whether the answer may still come.
  func isPending(at now: ContinuousClock.Instant = .now) -> Bool {
    guard case .asked(let time) = state else { return false }
    return now - time < Self.timeout
  }

  /// Notes that it is being asked.
  mutating func ask(at now: ContinuousClock.Instant = .now) { state = .asked(now) }

  /// Notes what came; returns the first answer, if the question was asked.
  mutating func note<Answer>(
    _ events: [TerminalEvent], at now: ContinuousClock.Instant = .now,
    answer: (TerminalEvent) -> Answer?
  ) -> Answer? {
    switch state {
    case .unasked, .answered: return nil
    case .asked, .passedOver: break
    }
    if let first = events.lazy.compactMap(answer).first {
      state = .answered
      return first
    }
    if case .asked(let time) = state, !events.allSatisfy(\.isReply),
      now - time > Self.typeahead
    {
      state = .passedOver
    }
    return nil
  }
}
