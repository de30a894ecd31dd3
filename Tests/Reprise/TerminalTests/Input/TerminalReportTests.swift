import Testing

@testable import Terminal

/// Reports of optional features are parsed strictly, and never become keys.
struct TerminalReportTests {
  private func events(_ text: String) -> [TerminalEvent] {
    var parser = InputParser()
    return parser.feed(Array("\u{1B}\(text)".utf8))
  }

  @Test func reportsAreRecognized() {
    #expect(events("[?0u") == [.report(.keyboard(flags: 0))])
    #expect(events("[?2031;2$y") == [.report(.mode(2031, state: 2))])
    #expect(events("[?997;1n") == [.report(.colorScheme)])
    #expect(
      events("[48;24;80;480;800t") == [.report(.windowSize(Size(width: 80, height: 24)))])
  }

  @Test(arguments: [
    "[?u", "[?32u", "[?1;2u", "[?1:2u", "[?2031;5$y", "[?2031$y", "[?2031;1y", "[?2031;1 y",
    "[?2031;1;1$y",
    "[2031;1$y", "[?997n", "[?997;0n", "[?996;1n", "[997;1n", "[48;24;80t", "[48;24;80;1t",
    "[48;0;80;1;1t",
    "[48;24;2001;1;1t", "[48;2000;2000;1;1t", "[48;24:1;80;1;1t", "[?48;24;80;1;1t", "[48;;80;1;1t",
    "[48;24;80;99999999999999999999;1;1t",
  ])
  func otherSequencesReportNothing(_ text: String) {
    #expect(events(text) == [])
  }

  @Test func keyAfterAReportIsKept() {
    #expect(events("[?997;2nx") == [.report(.colorScheme), .key(.character("x"))])
    // An interrupted report loses only itself.
    #expect(events("[48;24\u{1B}[Ax") == [.key(KeyPress(.up)), .key(.character("x"))])
  }

  @Test func reportInPiecesIsWhole() {
    var parser = InputParser()
    let bytes = Array("\u{1B}[48;30;90;600;900t".utf8)
    let events = bytes.flatMap { parser.feed([$0]) }
    #expect(events == [.report(.windowSize(Size(width: 90, height: 30)))])
  }

  @Test(arguments: [9, 17, 33, 73])
  func keyWithAModifierOfTheDesktopIsNoKey(_ modifiers: Int) {
    #expect(events("[97;\(modifiers)u") == [])
  }

  /// Caps Lock and Num Lock are reported as modifiers.
  @Test func lockKeysChangeNothing() {
    #expect(events("[27;129u") == [.key(KeyPress(.escape))])
    #expect(events("[99;69u") == [.key(.control("c"))])
  }
}

/// Features are turned on by the answers to questions alone.
struct TerminalFeatureStepTests {
  private let modern = TerminalEvent.attributes([62, 22])

  @Test func modesAreAskedForAfterAModernAnswer() {
    var features = TerminalFeatures(wantsColorScheme: true)
    #expect(features.ask() == Array("\u{1B}[?u\u{1B}[c".utf8))
    #expect(features.ask() == nil)
    #expect(features.note([.report(.keyboard(flags: 0)), modern]) == [.keyboard])
    #expect(features.isDue)
    let question = "\u{1B}[?2031$p\u{1B}[?2027$p\u{1B}[?2048$p\u{1B}[c"
    #expect(features.ask() == Array(question.utf8))
    let answers: [TerminalEvent] = [
      .report(.mode(2031, state: 2)), .report(.mode(2027, state: 1)),
      .report(.mode(2048, state: 0)),
      modern,
    ]
    #expect(features.note(answers) == [.colorScheme, .separateScalars])
    #expect(!features.isDue && !features.isReplyPending)
    #expect(features.active == [.keyboard, .colorScheme, .separateScalars])
    #expect(features.note([.report(.mode(2048, state: 2))]) == [], "too late")
  }

  @Test(arguments: [[1, 2], [6], [], [0]])
  func oldTerminalIsAskedOnce(_ attributes: [Int]) {
    var features = TerminalFeatures(wantsColorScheme: true)
    _ = features.ask()
    #expect(features.note([.attributes(attributes)]) == [])
    #expect(!features.isReplyPending && features.ask() == nil)
  }

  @Test func answersWithoutAQuestionChangeNothing() {
    var features = TerminalFeatures(wantsColorScheme: true)
    #expect(features.note([.report(.keyboard(flags: 0)), modern]) == [])
    _ = features.ask()
    #expect(features.note([.report(.mode(2048, state: 2))]) == [], "not asked for yet")
  }

  @Test func permanentModesAreLeftAlone() {
    var features = TerminalFeatures(wantsColorScheme: true)
    _ = features.ask()
    _ = features.note([modern])
    _ = features.ask()
    let answers = [2031, 2027, 2048].flatMap {
      [TerminalEvent.report(.mode($0, state: 3)), .report(.mode($0, state: 4))]
    }
    #expect(features.note(answers) == [])
  }
}
