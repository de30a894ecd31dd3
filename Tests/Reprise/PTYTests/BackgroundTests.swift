import Foundation
import RepriseTesting
import Terminal
import Testing

/// The terminal is asked for its background once, after the first frame, without waiting for the answer.
@Suite(.waitsForProcesses) struct BackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\"
  private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"

  private func output(of probe: PTYProcess) throws -> String {
    try probe.waitUntilIdle()
    return String(decoding: probe.output, as: UTF8.self)
  }

  @Test(arguments: ["xterm", "xterm-256color", "tmux-256color"])
  func backgroundIsQueriedOnceAfterTheFirstFrame(_ type: String) throws {
    let probe = try ProbeApp.start(environment: ["TERM": type])
    probe.type("abc")
    try probe.wait(for: "character(\"c\")")
    let parts = try output(of: probe).components(separatedBy: Self.question)
    #expect(parts.count == 2)
    #expect(parts[0].contains("probe 80x24"), "the frame is out before the question")
  }

  /// A terminal that is not known to answer is not asked, nor is one whose theme is known.
  @Test(arguments: [
    ["TERM": "linux"], ["TERM": "vt100"], ["TERM": "xterm-256color", "NO_COLOR": "1"],
    ["TERM": "xterm-256color", "REPRISE_THEME": "dark"],
  ])
  func whereNoAnswerHelpsNobodyAsks(_ environment: [String: String]) throws {
    let probe = try ProbeApp.start(environment: environment)
    probe.type("a")
    try probe.wait(for: "character(\"a\")")
    #expect(!(try output(of: probe).contains("\u{1B}]11;")))
  }

  /// Whole or in pieces, among keys or alone: an answer is one event, and only when it is news.
  @Test(arguments: [1, 2, 3, 7, 100])
  func answerIsNotAKey(_ length: Int) throws {
    // However long a piece takes on a busy machine.
    let probe = try ProbeApp.start(environment: ["ESCDELAY": "1000"])
    var rest = Substring(Self.white)
    while !rest.isEmpty {
      probe.type(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
      usleep(1000)
    }
    probe.type("z")
    let picture = try probe.wait(for: "character(\"z\")")
    let lines = picture.lines.filter { $0.contains("key") || $0.contains("background") }
    #expect(lines.count == 2, "\(picture.text)")
    #expect(lines.first?.hasPrefix("background") == true)
    probe.type(Self.white + "y")
    let second = try probe.wait(for: "character(\"y\")")
    #expect(
      second.lines.filter { $0.contains("background") }.count == 1, "one question, one answer")
  }

  @Test func unchangedAnswerCausesNoEvent() throws {
    let probe = try ProbeApp.start()
    probe.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\z")
    let picture = try probe.wait(for: "character(\"z\")")
    #expect(!picture.text.contains("background"))
  }

  /// The terminal gets the focus when the user attaches to a multiplexer from another one, or returns after it
  /// switched between light and dark.
  @Test func whenTheFocusComesItIsAskedAgain() throws {
    let probe = try ProbeApp.start()
    probe.type(Self.white + "a")
    try probe.wait(for: "character(\"a\")")
    probe.type("\u{1B}[O\u{1B}[I")
    probe.type("b")
    try probe.wait(for: "character(\"b\")")
    #expect(try output(of: probe).components(separatedBy: Self.question).count == 3)
    probe.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\c")
    let picture = try probe.wait(for: "character(\"c\")")
    #expect(picture.lines.filter { $0.contains("background") }.count == 2)
  }

  /// A terminal that was never asked has nothing to say.
  @Test func anAnswerWithoutAQuestionIsNothing() throws {
    let probe = try ProbeApp.start(environment: ["TERM": "linux"])
    probe.type(Self.white + "z")
    let picture = try probe.wait(for: "character(\"z\")")
    #expect(!picture.text.contains("background"))
    #expect(picture.lines.filter { $0.contains("key") }.count == 1)
  }
}
