import Testing

@testable import Terminal

/// The terminal's own type (XTGETTCAP).
@Suite struct TypeReplyTests {
  private func events(_ text: String, pieces: Int = 1000) -> [TerminalEvent] {
    var parser = InputParser()
    var events: [TerminalEvent] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      events += parser.feed(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    return events
  }

  private static let xterm = "1+r544E=787465726D2D323536636F6C6F72;436F=323536"

  @Test(arguments: [1, 2, 3, 1000])
  func nameAndColoursInOneAnswer(_ pieces: Int) {
    let answer = ReportedType(name: "xterm-256color", colors: 256)
    #expect(events("\u{1B}P\(Self.xterm)\u{1B}\\", pieces: pieces) == [.type(answer)])
  }

  @Test func eachByItself() {
    #expect(
      events("\u{1B}P1+r436f=38\u{1B}\\\u{1B}P1+r544e=6c696e7578\u{1B}\\")
        == [.type(ReportedType(colors: 8)), .type(ReportedType(name: "linux"))])
  }

  /// Invalid or useless answers are ignored, and never become keys.
  @Test(arguments: [
    "0+r", "0+r544E", "1+r", "1+r544E", "1+r544E=", "1+r544E=7", "1+r544E=zz", "1+r544E=1B5B",
    "1+r436F=", "1+r436F=3G", "1+r436F=41", "1+r5553=31", "1$r544E=31", "+q544E", "1+r436F=2d31;",
    "1+r544E=" + String(repeating: "41", count: 40), "1+r436F=é",
  ])
  func anythingElseIsSwallowed(_ content: String) {
    let found = events("\u{1B}P\(content)\u{1B}\\k")
    #expect(found == [.key(.character("k"))], "\(found)")
  }
}
