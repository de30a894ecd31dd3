import Foundation
import Reprise
import RepriseTesting
import Testing

/// On return, another terminal may be in use, so its type is queried (contract 9.15).
@Suite(.waitsForProcesses) struct ReturnToTerminalTests {
  private static let question = "\u{1B}P+q544E;436F\u{1B}\\"

  private let home: Home
  private let shell: PTYProcess

  init() throws {
    home = try Home()
    shell = try home.shell()
  }

  /// The program's output since a position.
  private func output(from start: Int = 0) throws -> String {
    try shell.waitUntilIdle()
    return String(decoding: shell.output.dropFirst(start), as: UTF8.self)
  }

  private func start(_ variables: String = "") throws {
    shell.type("\(variables) \(Home.program)\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") }
    try shell.waitUntilIdle()
  }

  private func stopAndComeBack() throws {
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    shell.type("clear; fg\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") }
    try shell.waitUntilIdle()
  }

  /// Answers with a number of colors.
  private func answer(colors: Int) {
    let digits = "\(colors)".utf8.map { String($0, radix: 16) }.joined()
    shell.type("\u{1B}P1+r436F=\(digits)\u{1B}\\")
  }

  /// Waits until the query was sent this often, since an answer counts only after it.
  private func waitForQuestion(_ count: Int) throws {
    try shell.wait { _ in
      String(decoding: shell.output, as: UTF8.self).components(separatedBy: Self.question).count
        == count + 1
    }
  }

  @Test func rule_9_15_afterFgTheTerminalIsQueried() throws {
    try start()
    #expect(!(try output().contains(Self.question)), "at launch TERM is enough")
    let whole = shell.picture
    #expect(try output().contains("\u{1B}[38;5;"), "no color of the large palette is used")
    try stopAndComeBack()
    try waitForQuestion(1)
    var from = shell.output.count
    answer(colors: 8)
    try shell.press(script: "j")
    #expect(!(try output(from: from).contains("38;5;")), "the terminal has eight colors now")
    #expect(try output(from: from).contains("Items"), "everything is redrawn")
    try shell.press(script: "k")
    #expect(shell.picture.lines == whole.lines)
    try stopAndComeBack()
    try waitForQuestion(2)
    from = shell.output.count
    answer(colors: 256)
    try shell.press(script: "j")
    #expect(try output(from: from).contains("38;5;"), "the terminal has many colors again")
  }

  @Test func unrequestedOrEqualAnswersChangeNothing() throws {
    try start()
    var from = shell.output.count
    answer(colors: 8)
    #expect(try output(from: from) == "")
    try stopAndComeBack()
    try waitForQuestion(1)
    from = shell.output.count
    answer(colors: 256)
    #expect(try output(from: from) == "")
    answer(colors: 8)
    #expect(try output(from: from).contains("Items"), "the answers are processed")
  }

  /// A multiplexer translates, a simple terminal would display the query, and without color the answer has no
  /// effect.
  @Test(arguments: ["TMUX=/tmp/x,1,0", "TERM=screen-256color", "TERM=linux", "NO_COLOR=1"])
  func noQueryIsSentWhereNoAnswerHelps(_ variables: String) throws {
    try start(variables)
    try stopAndComeBack()
    shell.type("\u{1B}[O\u{1B}[I")
    #expect(!(try output().contains(Self.question)))
  }
}
