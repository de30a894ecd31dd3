import Foundation
import RepriseTesting
import Terminal
import Testing

/// Output of the app while it has the terminal never reaches the screen, and is complete
/// afterwards.
@Suite(.waitsForProcesses) struct OutputTests {
  private static let printed = """
    printed ^[[31mred^[[0m \\xc2\\x9b2J\\xe2\\x80\\xae茶壶^G
    complained ÿ\\xff
    """

  @Test(arguments: [[], ["--unguarded"]])
  func printedOutputIsShownAfterwards(_ arguments: [String]) throws {
    let probe = try ProbeApp.start(arguments)
    probe.type("o")
    let picture = try probe.wait(for: "key character(\"o\") 0")
    #expect(!picture.text.contains("printed"))
    #expect(try probe.waitUntilIdle().difference(from: picture) == nil)
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
    #expect(probe.picture.text == Self.printed)
    #expect(probe.picture.modes == .usual)
  }

  @Test(arguments: [["--once"], ["--unguarded"]])
  func trapMessageIsShown(_ arguments: [String]) throws {
    let probe = try ProbeApp.start(arguments)
    probe.type("oT")
    let status = try probe.waitForExit()
    #expect(
      [
        ProcessEnd.exited(128 + SIGILL), .exited(128 + SIGTRAP), .signaled(SIGILL),
        .signaled(SIGTRAP),
      ].contains(status))
    let text = probe.picture.text
    #expect(text.hasPrefix(Self.printed))
    #expect(text.contains("Fatal error: the trap says ^[[2Jwhy"))
    #expect(probe.picture.modes == .usual)
    #expect(probe.deviceModes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
  }

  @Test func outputBeforeACrashIsShownAtTheEnd() throws {
    let probe = try ProbeApp.start()
    probe.type("T")
    let picture = try probe.wait(for: "restarts 1")
    #expect(!picture.text.contains("Fatal error"))
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
    #expect(probe.picture.text.contains("Fatal error: the trap says"))
  }

  @Test(arguments: [[], ["--unguarded"]])
  func exitInBetweenLeavesAUsableTerminal(_ arguments: [String]) throws {
    let probe = try ProbeApp.start(arguments)
    // The terminal's answers about its features have arrived; later ones would be the shell's input.
    try probe.waitUntilIdle()
    probe.type("oX")
    #expect(try probe.waitForExit() == .exited(3))
    #expect(probe.picture.text == Self.printed)
    #expect(probe.picture.modes == .usual)
  }

  /// The newest output is kept in limited room: of 200,000 lines, the last ones that fit.
  @Test(arguments: [[], ["--unguarded"]])
  func aFloodIsKeptWithinBounds(_ arguments: [String]) throws {
    let probe = try ProbeApp.start(arguments)
    probe.type("o")
    try probe.wait(for: "key character(\"o\") 0")
    for _ in 0..<3 { probe.type("O") }
    probe.type("o")
    _ = try probe.wait { $0.text.components(separatedBy: "character(\"o\")").count == 3 }
    let before = probe.output.count
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
    #expect(probe.output.count - before < 80_000)
    #expect(probe.picture.text.hasSuffix(Self.printed))
    #expect(
      String(decoding: probe.output, as: UTF8.self).contains(
        "(what was printed before is left out)"))
  }

  @Test func outputIsShownWhenTheShellHasTheTerminal() throws {
    let shell = try PTYProcess.shell()
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    shell.type("o\u{1A}")
    let stopped = try shell.wait { $0.text.contains("Stopped") && $0.text.contains("complained") }
    #expect(stopped.modes == .usual)
    shell.type("fg\n")
    let back = try shell.wait(for: "resumed")
    #expect(!back.text.contains("complained"))
    shell.type("q")
    let left = try shell.wait { $0.text.hasSuffix("ready$") && $0.modes == .usual }
    #expect(left.text.components(separatedBy: "complained").count == 2, "once")
  }

  /// A redirected stream does not reach the screen, so it is not captured.
  @Test func redirectedOutputIsNotCaptured() throws {
    let file = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let shell = try PTYProcess.shell()
    shell.type("\(ProbeApp.path) 2>\(file)\n")
    try shell.wait(for: "probe 80x24")
    shell.type("o")
    try shell.wait(for: "key character(\"o\") 0")
    #expect(
      try Data(contentsOf: URL(filePath: file)) == Data("complained ÿ".utf8) + Data([0xFF, 0x0A]))
    shell.type("q")
    try shell.wait { $0.text.contains("printed") && $0.text.hasSuffix("ready$") }
  }
}
