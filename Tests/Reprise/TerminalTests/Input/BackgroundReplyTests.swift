import Testing

@testable import Terminal

/// A terminal's answer about its background is an event or nothing, and never a key.
struct BackgroundReplyTests {
  static let ends = ["\u{1B}\\", "\u{7}"]

  @Test(arguments: [
    ("rgb:1616/1818/1d1d", 0x16181D), ("rgb:ffff/ffff/ffff", 0xFFFFFF), ("rgb:0/0/0", 0),
    ("rgb:f/8/0", 0xFF8800), ("rgb:FD/F6/E3", 0xFDF6E3), ("rgb:fff/000/800", 0xFF0080),
    ("rgba:0000/2b2b/3636/ffff", 0x002B36), ("#fdf6e3", 0xFDF6E3), ("#fff", 0xFFFFFF),
    ("#000022224444", 0x002244),
  ])
  func theAnswerIsAColor(_ answer: String, _ color: Int) {
    for end in Self.ends {
      let bytes = Array("\u{1B}]11;\(answer)\(end)".utf8)
      for split in 0...bytes.count {
        var parser = InputParser()
        let events = parser.feed(bytes[..<split]) + parser.feed(bytes[split...])
        #expect(events == [.background(RGB(color))], "split at \(split)")
        #expect(parser.feed("z".utf8) == [.key(.character("z"))])
        #expect(parser.heldByteCount == 0)
      }
    }
  }

  @Test(arguments: [
    "11;rgb:1616/1818", "11;rgb:1616/1818/1d1d/0", "11;rgb:16161/0/0", "11;rgb:/0/0",
    "11;rgb:g/0/0",
    "11;rgb:+1/0/0", "11;?", "11;", "11", "", "10;rgb:0/0/0", "11;rgba:0/0/0", "11;#ff",
    "11;#fffff",
    "11;#-1-1-1", "11;red", "4;0;rgb:0/0/0", "0;rgb:0/0/0", "52;c;cXV1", "11;rgb:0/0/0;q",
    "11;rgb:0/0/0" + String(repeating: "0", count: 100), String(repeating: "q", count: 5000),
  ])
  func anythingElseIsNothing(_ content: String) {
    for end in Self.ends + ["\u{18}", "\u{1A}"] {
      var parser = InputParser()
      #expect(parser.feed("\u{1B}]\(content)\(end)z".utf8) == [.key(.character("z"))])
    }
  }

  @Test func anAnswerThatIsGivenUpIsNothing() {
    for end in ["\u{18}", "\u{1A}"] {
      var parser = InputParser()
      #expect(parser.feed("\u{1B}]11;rgb:0/0/0\(end)z".utf8) == [.key(.character("z"))])
    }
    var parser = InputParser()
    #expect(parser.feed("\u{1B}]11;rgb:0/0/".utf8).isEmpty)
    #expect(parser.timeout().isEmpty)
    #expect(parser.feed("z".utf8) == [.key(.character("z"))])
  }

  /// Other strings than an OSC have nothing to say about it.
  @Test func onlyAnOperatingSystemCommandAnswers() {
    for introducer in ["P", "_", "^", "X"] {
      var parser = InputParser()
      #expect(parser.feed("\u{1B}\(introducer)11;rgb:0/0/0\u{1B}\\".utf8).isEmpty)
    }
  }

  // MARK: - The question

  private static let asked = ContinuousClock.now
  private static let key = TerminalEvent.key(.character("q"))
  private static let black = TerminalEvent.background(RGB(0))

  private func later(_ milliseconds: Int) -> ContinuousClock.Instant {
    Self.asked + .milliseconds(milliseconds)
  }

  private func note(
    _ question: inout TerminalQuestion, _ events: [TerminalEvent],
    at now: ContinuousClock.Instant = .now
  ) -> RGB? {
    question.note(events, at: now) { if case .background(let color) = $0 { color } else { nil } }
  }

  @Test func theFirstAnswerToAQuestionCounts() {
    var question = TerminalQuestion()
    #expect(question.isUnasked && !question.isPending())
    #expect(note(&question, [Self.black]) == nil, "not requested")
    question.ask(at: Self.asked)
    #expect(!question.isUnasked)
    #expect(question.isPending(at: later(249)) && !question.isPending(at: later(250)))
    #expect(note(&question, [Self.key], at: later(20)) == nil)
    #expect(question.isPending(at: later(21)), "that may have been typed before the question")
    #expect(note(&question, [Self.key, Self.black], at: later(22)) == RGB(0))
    #expect(!question.isPending(at: later(22)))
    #expect(note(&question, [.background(RGB(0xFFFFFF))], at: later(23)) == nil, "one answer")
  }

  /// A terminal answers in order, so behind a key of later there is no answer to wait for.
  ///
  /// An unexpected answer is still understood.
  @Test func laterInputEndsTheWait() {
    var question = TerminalQuestion()
    question.ask(at: Self.asked)
    #expect(note(&question, [], at: later(30)) == nil)
    #expect(question.isPending(at: later(30)))
    #expect(note(&question, [Self.key], at: later(31)) == nil)
    #expect(!question.isPending(at: later(31)))
    #expect(note(&question, [Self.black], at: later(5000)) == RGB(0))
  }
}
