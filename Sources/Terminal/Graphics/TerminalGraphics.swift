/// The graphics of a terminal: whether it says that it has them, and what of a frame it shows.
struct TerminalGraphics {
  /// Whether the person wants them; without that nothing is asked.
  var isWanted = false

  /// Whether the terminal said that it has them.
  private(set) var isKnown = false

  /// The terminal is asked for its attributes behind the graphics: nearly every one answers that, so an
  /// answer without graphics ends the wait.
  private var question = TerminalQuestion()
  private var layer = GraphicLayer()
  private let isMultiplexed: Bool

  /// Makes graphics that nobody has asked for.
  ///
  /// - parameter environment: Names a multiplexer, if there is one. It takes the question for a title or
  ///   passes it on to a terminal that knows nothing of its windows, so it is not asked.
  init(environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    isMultiplexed =
      ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || type.hasPrefix("tmux") || type.hasPrefix("screen")
  }

  /// Whether frames are shown with their graphics.
  var isUsable: Bool { isWanted && isKnown }

  /// Whether a graphic stands on the screen.
  var isShowing: Bool { layer.isShowing }

  /// Whether an answer may be on its way.
  var isReplyPending: Bool { question.isPending() }

  /// What asks the terminal, if it has to be asked now.
  mutating func ask(at now: ContinuousClock.Instant = .now) -> [UInt8]? {
    guard isWanted, !isMultiplexed, question.isUnasked else { return nil }
    question.ask(at: now)
    return KittyGraphics.question
  }

  /// Notes what came; returns whether the terminal said just now that it has graphics.
  mutating func note(
    _ events: [TerminalEvent], at now: ContinuousClock.Instant = .now
  ) -> Bool {
    guard !question.isUnasked else { return false }
    _ = question.note(events, at: now) { if case .attributes = $0 { true } else { nil } }
    guard !isKnown, events.contains(.graphics) else { return false }
    isKnown = true
    return true
  }

  /// The bytes that show the graphic of a frame, or that remove the one before; they follow its cells.
  mutating func update(to frame: Frame) -> [UInt8] {
    isUsable ? layer.update(to: frame.visibleGraphic) : layer.reset()
  }

  /// The bytes that take the graphic off the screen until the next update, while rows are moved under it.
  mutating func lift() -> [UInt8] { layer.update(to: nil) }

  /// Forgets what the terminal has: it was cleared, or others had it.
  ///
  /// - Returns: What removes the rest.
  mutating func reset() -> [UInt8] { layer.reset() }
}
