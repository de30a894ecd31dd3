import Testing

@testable import Terminal

/// Where everything is reset, no color is reset before it.
struct ColorResetTests {
  private static let xterm = Array("\u{1B}(B\u{1B}[m".utf8)

  private func removed(_ text: String, turningOff sequence: [UInt8] = xterm) -> String {
    let resets = ColorResets(turningOff: sequence)
    return String(decoding: resets.removed(from: Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: ["\u{1B}[39m", "\u{1B}[49m", "\u{1B}[39;49m"])
  func aResetRightBeforeOneOfEverythingIsLeftOut(_ reset: String) {
    #expect(
      removed("a\(reset)\u{1B}(B\u{1B}[mb\(reset)\u{1B}(B\u{1B}[m")
        == "a\u{1B}(B\u{1B}[mb\u{1B}(B\u{1B}[m")
  }

  @Test(arguments: [
    "", "\u{1B}", "\u{1B}[", "\u{1B}[39m", "\u{1B}[39mx\u{1B}(B\u{1B}[m", "\u{1B}[39m\u{1B}(B",
    "\u{1B}[39m\u{1B}(B\u{1B}[1m", "\u{1B}[38;5;247m\u{1B}(B\u{1B}[m", "茶[39m\u{1B}(B\u{1B}[m",
  ])
  func everythingElseStays(_ text: String) { #expect(removed(text) == text) }

  /// The VT100 and others have no color; what is not SGR 0 may leave it on.
  @Test(arguments: ["", "\u{1B}(B", "\u{1B}[22m"])
  func resetIsKeptWhereColorsMayRemain(_ sequence: String) {
    let text = "a\u{1B}[39m\(sequence)b"
    #expect(removed(text, turningOff: Array(sequence.utf8)) == text)
  }

  @Test func otherTerminalsResetOtherwise() {
    #expect(
      removed("a\u{1B}[39;49m\u{1B}[m\u{F}b", turningOff: Array("\u{1B}[m\u{F}".utf8))
        == "a\u{1B}[m\u{F}b")
    #expect(
      removed("a\u{1B}[39;49m\u{1B}[0;10mb", turningOff: Array("\u{1B}[0;10m".utf8))
        == "a\u{1B}[39;49m\u{1B}[0;10mb", "not known, so left as it is")
  }
}
