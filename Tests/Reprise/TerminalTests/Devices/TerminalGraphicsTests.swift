import Testing

@testable import Terminal

/// When a terminal is asked for graphics, and what its answers change.
@Suite struct TerminalGraphicsTests {
  private static let asked = ContinuousClock.now

  private func later(_ milliseconds: Int) -> ContinuousClock.Instant {
    Self.asked + .milliseconds(milliseconds)
  }

  private func wanted(
    _ environment: [String: String] = ["TERM": "xterm-kitty"]
  ) -> TerminalGraphics {
    var graphics = TerminalGraphics(environment: environment)
    graphics.isWanted = true
    return graphics
  }

  private func note(
    _ graphics: inout TerminalGraphics, _ events: [TerminalEvent],
    at now: ContinuousClock.Instant = .now
  ) -> Bool {
    graphics.note(events, at: now)
  }

  @Test func graphicsAreQueriedOnceAndOnlyOnDemand() {
    var graphics = TerminalGraphics(environment: ["TERM": "xterm-kitty"])
    #expect(graphics.ask(knowsCell: true) == nil)
    #expect(!note(&graphics, [.graphics]), "not requested")
    graphics.isWanted = true
    #expect(graphics.ask(knowsCell: true, at: Self.asked) == Array("\u{1B}[>q\u{1B}[c".utf8))
    #expect(graphics.ask(knowsCell: true, at: Self.asked) == nil)
    #expect(!note(&graphics, [.version, .attributes([62, 4])], at: later(4)))
    #expect(
      graphics.ask(knowsCell: true, at: Self.asked) == KittyGraphics.question
        + Array("\u{1B}[c".utf8))
    #expect(graphics.ask(knowsCell: true, at: Self.asked) == nil)
    #expect(note(&graphics, [.graphics, .attributes([62])], at: later(5)))
    #expect(graphics.isUsable)
    #expect(!note(&graphics, [.graphics], at: later(6)), "it is known")
    graphics.isWanted = false
    #expect(!graphics.isUsable)
  }

  /// It may show what it does not know as text.
  @Test func unknownTerminalIsNotAskedForKittyGraphics() {
    var graphics = wanted()
    let first = graphics.ask(knowsCell: true, at: Self.asked) ?? []
    #expect(!first.contains(UInt8(ascii: "_")))
    #expect(note(&graphics, [.attributes([62, 4])], at: later(5)))
    #expect(graphics.form == .sixels && !graphics.isKittyDue)
    #expect(graphics.ask(knowsCell: true, at: later(6)) == nil)
  }

  @Test func withoutKittysTheSecondAttributesDecide() {
    var graphics = wanted()
    _ = graphics.ask(knowsCell: true, at: Self.asked)
    _ = note(&graphics, [.version, .attributes([62, 4])], at: later(5))
    #expect(graphics.form == nil && graphics.isKittyDue)
    _ = graphics.ask(knowsCell: true, at: later(6))
    #expect(note(&graphics, [.attributes([62, 4])], at: later(9)))
    #expect(graphics.form == .sixels)
  }

  /// A terminal with both kinds of graphics shows Kitty's, however its answers are split.
  @Test func answersThatArriveOneByOneDecideTheSame() {
    var graphics = wanted()
    _ = graphics.ask(knowsCell: true, at: Self.asked)
    #expect(!note(&graphics, [.version], at: later(2)))
    #expect(graphics.ask(knowsCell: true, at: later(2)) == nil, "its attributes are on their way")
    #expect(!note(&graphics, [.attributes([62, 4])], at: later(4)))
    #expect(graphics.ask(knowsCell: true, at: later(4)) != nil)
    #expect(graphics.isReplyPending)
    #expect(note(&graphics, [.graphics], at: later(6)))
    #expect(!note(&graphics, [.attributes([62, 4])], at: later(7)))
    #expect(graphics.form == .pixels)
  }

  @Test func theVersionIsReadHoweverItIsSplit() {
    let answer = Array("\u{1B}P>|kitty(0.35.2)\u{1B}\\".utf8)
    for place in 0...answer.count {
      var parser = InputParser()
      #expect(parser.feed(answer[..<place]) + parser.feed(answer[place...]) == [.version])
    }
  }

  @Test(arguments: [
    ["TMUX": "x"], ["STY": "x"], ["ZELLIJ": "0"], ["TERM": "tmux-256color"], ["TERM": "screen"],
  ])
  func multiplexerIsNotQueried(_ environment: [String: String]) {
    var graphics = wanted(environment)
    #expect(graphics.ask(knowsCell: true) == nil)
  }

  /// Attributes without graphics mean that there are none: no other answer will come.
  @Test func theAttributesEndTheWait() {
    var graphics = wanted()
    _ = graphics.ask(knowsCell: true, at: .now)
    #expect(graphics.isReplyPending)
    #expect(!note(&graphics, [.background(RGB(0))]))
    #expect(graphics.isReplyPending, "another question's answer")
    #expect(!note(&graphics, [.attributes([1, 2])]))
    #expect(!graphics.isReplyPending && !graphics.isUsable)
    #expect(note(&graphics, [.graphics]), "late, but it answers")
  }

  @Test func anAnswerBehindAKeyStillCounts() {
    var graphics = wanted()
    _ = graphics.ask(knowsCell: true, at: Self.asked)
    #expect(!note(&graphics, [.key(KeyPress(.character("q")))], at: later(100)))
    #expect(note(&graphics, [.graphics], at: later(9000)))
  }

  @Test func theAttributesAreReadHoweverTheyAreSplit() {
    let answer = Array("\u{1B}[?62;4;22c".utf8)
    for place in 0...answer.count {
      var parser = InputParser()
      let events = parser.feed(answer[..<place]) + parser.feed(answer[place...])
      #expect(events == [.attributes([62, 4, 22])])
      #expect(parser.feed("c".utf8) == [.key(KeyPress(.character("c")))])
    }
    for text in ["[62;4c", "[>1;4c", "[?62;4$c"] {
      var parser = InputParser()
      let events = parser.feed("\u{1B}\(text)".utf8)
      #expect(!events.contains { $0.isReply })
    }
  }
}
