/// A question that the terminal is asked once, and whether the answer may still come.
///
/// Drawing never waits for the answer. But a late answer must not be read as keys, or by the shell.
struct TerminalQuestion {
  private enum State {
    case unasked
    case asked(ContinuousClock.Instant)
    /// Later input has arrived: an answer would have come before it.
    case passedOver
    case answered
  }

  /// How long an answer may be on its way; a terminal that is silent until then does not answer.
  private static let timeout = Duration.milliseconds(250)

  /// Input that arrives this soon after the question may have been typed before it.
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

  /// Records input; returns the first answer, if the question was asked.
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

/// Asks the terminal for its type, since it may differ from the one at launch.
///
/// At the launch, `TERM` names it. A person who comes back may sit at another terminal, as where something between the two passes
/// everything on and knows nothing of types. A multiplexer translates, so it is not asked.
struct TypeQuestion {
  private let canBeAsked: Bool
  private var isDue = false
  private var asked: ContinuousClock.Instant?
  private var said = ReportedType()

  /// How long keys wait for the rest of an answer; see `TerminalInput`.
  private static let timeout = Duration.milliseconds(250)

  /// How long an answer is accepted, even on a slow line; some terminals answer each part separately.
  private static let longest = Duration.seconds(30)

  /// Makes a question that is not due.
  init(environment: [String: String]) {
    canBeAsked = !Multiplexer.isPresent(in: environment)
  }

  /// Has it asked with the next frame.
  mutating func askAgain() { isDue = canBeAsked }

  /// Whether an answer may be on its way.
  func isPending(at now: ContinuousClock.Instant = .now) -> Bool {
    if said.name != nil, said.colors != nil { return false }
    return asked.map { now - $0 < Self.timeout } ?? false
  }

  /// The query to send to the terminal now, if any.
  mutating func ask(at now: ContinuousClock.Instant = .now) -> [UInt8]? {
    guard isDue else { return nil }
    (isDue, asked, said) = (false, now, ReportedType())
    return TypeReply.question
  }

  /// The answer among the events; `nil` without a query.
  mutating func answer(
    in events: [TerminalEvent], at now: ContinuousClock.Instant = .now
  ) -> ReportedType? {
    guard let asked, now - asked < Self.longest else { return nil }
    var answer: ReportedType?
    for case .type(let type) in events {
      answer = ReportedType(
        name: type.name ?? answer?.name, colors: type.colors ?? answer?.colors)
    }
    said = ReportedType(name: answer?.name ?? said.name, colors: answer?.colors ?? said.colors)
    return answer
  }
}

/// Programs that show several terminals in one, and translate.
enum Multiplexer {
  /// Whether the environment names one.
  static func isPresent(in environment: [String: String]) -> Bool {
    let type = environment["TERM"] ?? ""
    return ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || type.hasPrefix("tmux") || type.hasPrefix("screen")
  }
}
