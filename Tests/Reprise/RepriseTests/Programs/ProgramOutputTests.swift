import Foundation
import Reprise
import Testing

@Suite struct ProgramOutputTests {
  private func text(_ output: String) -> String {
    var whole = ProgramOutput()
    whole.append(Array(output.utf8))
    // Cut anywhere, the output is the same.
    var cut = ProgramOutput()
    for byte in output.utf8 { cut.append([byte]) }
    let text = whole.takeNews(isLast: true)
    #expect(cut.takeNews(isLast: true) == text)
    return text
  }

  @Test(arguments: [
    ("plain\ntext", "plain\ntext\n"), ("\u{1B}[1;31mred\u{1B}[0m", "red\n"),
    ("\u{1B}]0;title\u{07}text", "text\n"), ("\u{1B}]52;c;cm0=\u{1B}\\text", "text\n"),
    ("\u{1B}Pq#0\u{1B}\\text", "text\n"), ("\u{1B}]never closed\ntext", "\ntext\n"),
    ("10 %\r20 %\r30 %\n", "30 %\n"), ("dos\r\nlines\r\n", "dos\nlines\n"),
    ("a\tb", "a       b\n"), ("b\u{8}bo\u{8}ol\u{8}ld\u{8}d", "bold\n"), ("\u{1B}(Btext", "text\n"),
    ("a\u{0}\u{1}\u{7F}b", "ab\n"), ("茶壶", "茶壶\n"), ("\u{1B}7\u{1B}[2J\u{1B}[Htext", "text\n"),
  ])
  func controlSequencesAreRemoved(output: String, expected: String) {
    #expect(text(output) == expected)
  }

  @Test func hiddenCharactersAndBrokenBytesAreVisible() {
    var output = ProgramOutput()
    output.append([0xFF, 0x41, 0xC2, 0x9B, 0xE2, 0x80, 0xAE, 0x0A])
    #expect(output.takeNews() == "\u{FFFD}A\u{FFFD}\u{FFFD}\n")
  }

  @Test func onlyTheNewestPartIsKept() {
    var output = ProgramOutput()
    let line = [UInt8](repeating: 0x61, count: 999) + [0x0A]
    for _ in 0..<2000 { output.append(line) }
    output.append(Array("the end\n".utf8))
    let text = output.takeNews()
    #expect(text.hasPrefix("… earlier output was dropped\na"))
    #expect(text.hasSuffix("a\nthe end\n"))
    #expect(text.utf8.count <= 2 * ProgramOutput.limit + 100)
  }

  @Test func lineWithoutEndIsBroken() {
    var output = ProgramOutput()
    output.append([UInt8](repeating: 0x61, count: 5000))
    #expect(output.takeNews().split(separator: "\n").map(\.count) == [2048, 2048])
  }
}
