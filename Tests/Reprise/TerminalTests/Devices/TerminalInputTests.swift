import Testing

@testable import Terminal

/// Input that is incomplete when the app releases its terminal.
@MainActor @Suite struct TerminalInputTests {
  @Test(arguments: ["\u{1B}", "\u{1B}[200~half a paste", "\u{1B}]11;rgb:"])
  func incompleteInputEndsWithTheTerminal(_ begun: String) {
    let input = TerminalInput(escapeDelay: .milliseconds(25), loop: nil)
    #expect(input.parser.feed(Array(begun.utf8)) == [])
    input.stop()
    #expect(input.parser.feed(Array("q".utf8)) == [.key(.character("q"))])
  }
}
