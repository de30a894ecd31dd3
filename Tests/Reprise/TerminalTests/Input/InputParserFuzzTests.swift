import Testing

@testable import Terminal

struct InputParserFuzzTests {
  /// Random bytes, weighted to look like terminal input and reach every branch of the parser.
  private func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
    let fragments = [
      "\u{1B}", "[", "O", "]", "P", "<", "?", ";", ":", "M", "m", "u", "~", "$", "A", "Z", "I",
      "\\",
      "200~", "\u{1B}[200~", "\u{1B}[201~", "\u{7}", "\u{18}", "1", "27", "57399", "99999999999999",
      "\u{1B}[<0;1;1M", "é", "茶", "👨‍👩‍👧", "\u{9B}", "\r", "\n", "\0",
    ]
    return (0..<Int.random(in: 1...40, using: &random)).flatMap { _ in
      Bool.random(using: &random)
        ? Array(fragments[Int.random(in: 0..<fragments.count, using: &random)].utf8)
        : [UInt8.random(in: 0...255, using: &random)]
    }
  }

  @Test func neverEmitsAControlCharacterAndAlwaysRecovers() {
    for seed in UInt64(0)..<3_000 {
      var random = SeededGenerator(seed: seed)
      var parser = InputParser()
      var events = parser.feed(randomBytes(&random))
      if Bool.random(using: &random) { events += parser.timeout() }
      events += parser.feed(randomBytes(&random))
      events += parser.timeout() + parser.abandonPaste()
      #expect(!events.contains(where: hasControl), "seed \(seed), \(events)")
      // Half a character is replaced only by what follows.
      #expect(parser.feed("x".utf8).last == .key(.character("x")), "seed \(seed)")
      #expect(!parser.isWaiting, "seed \(seed)")
    }
  }

  private func hasControl(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let press):
      guard case .character(let character) = press.key else { return false }
      return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    case .paste(let text):
      return text.unicodeScalars.contains {
        $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
      }
    case .mouse(let mouse):
      return mouse.location.x < 0 || mouse.location.y < 0
    default:
      return false
    }
  }
}
