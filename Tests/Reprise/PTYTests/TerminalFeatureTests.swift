import Foundation
import RepriseTesting
import Terminal
import Testing

/// Optional features are turned on after the first frame where the terminal has them, and off however the app ends.
@Suite(.waitsForProcesses) struct TerminalFeatureTests {
  private static let all = ["2031", "2048", "keyboard 5"]

  /// Starts the probe in a terminal with all features, and waits until they are on.
  private func start(
    _ arguments: [String] = [], environment: [String: String] = [:], joinsScalars: Bool = false
  ) throws -> PTYProcess {
    let probe = try PTYProcess(ProbeApp.path, arguments, environment: environment)
    probe.terminal.features.isOn = true
    probe.terminal.features.joinsScalars = joinsScalars
    try probe.wait(for: "probe 80x24")
    let expected = joinsScalars ? ["2027"] + Self.all : Self.all
    try probe.wait(for: { probe.terminal.features.changes == expected })
    return probe
  }

  private func text(_ probe: PTYProcess) -> String { String(decoding: probe.output, as: UTF8.self) }

  @Test func nothingIsAskedBeforeTheFirstFrame() throws {
    let probe = try start()
    let parts = text(probe).components(separatedBy: "\u{1B}[?u")
    #expect(parts.count == 2)
    #expect(parts[0].contains("probe 80x24"))
    for question in ["$p", "\u{1B}[c"] { #expect(!parts[0].contains(question)) }
    probe.type("a")
    try probe.wait(for: "character(\"a\")")
    #expect(probe.terminal.features.questions == 4)
  }

  /// A VT100, such as the Terminal of macOS, would show the last letter of a question for a mode.
  @Test func oldTerminalIsAskedForNoMode() throws {
    let probe = try ProbeApp.start()
    probe.type("a")
    try probe.wait(for: "character(\"a\")")
    try probe.waitUntilIdle()
    #expect(!text(probe).contains("$p") && !text(probe).contains("\u{1B}[>"))
    #expect(!text(probe).contains("\u{1B}[<u"))
  }

  @Test(arguments: ["linux", "vt100"])
  func simpleTerminalIsNotAsked(_ type: String) throws {
    let probe = try ProbeApp.start(environment: ["TERM": type])
    probe.type("a")
    try probe.wait(for: "character(\"a\")")
    #expect(!text(probe).contains("\u{1B}[?u") && !text(probe).contains("\u{1B}[c"))
  }

  @Test(arguments: ["q", "9", "!"])
  func everyEndTurnsThemOff(_ key: String) throws {
    let probe = try start(["--once"], joinsScalars: true)
    probe.type(key)
    _ = try probe.waitForExit()
    #expect(probe.terminal.features.changes == [])
    #expect(probe.picture.modes == .usual)
  }

  @Test func withoutAGuardianACrashTurnsThemOff() throws {
    let probe = try start(["--unguarded"])
    probe.type("!")
    _ = try probe.waitForExit()
    #expect(probe.terminal.features.changes == [])
  }

  @Test func theyAreOffWhileStoppedAndOnAgainAfterwards() throws {
    let shell = try PTYProcess.shell()
    shell.terminal.features.isOn = true
    shell.type("clear; \(ProbeApp.path)\n")
    try shell.wait(for: { shell.terminal.features.changes == Self.all })
    // Ctrl-Z as Kitty's protocol sends it.
    shell.type("\u{1B}[122;5u")
    try shell.waitForStoppedJob()
    #expect(shell.terminal.features.changes == [])
    shell.type("fg\n")
    try shell.wait(for: { shell.terminal.features.changes == Self.all })
    shell.type("q")
    try shell.wait { $0.text.hasSuffix("ready$") }
    #expect(shell.terminal.features.changes == [])
  }

  @Test func keysOfKittysProtocolAreKeys() throws {
    let probe = try start()
    probe.type("\u{1B}[27u\u{1B}[97;5u\u{1B}[98;3u\r\t\u{7F}\u{1B}[13;2u\u{1B}[57413ux")
    let picture = try probe.wait(for: "character(\"x\")")
    #expect(
      picture.lines[1...9].map { $0 } == [
        "key escape 0", "key character(\"a\") 4", "key character(\"b\") 2", "key enter 0",
        "key tab 0",
        "key backspace 0", "key enter 0", "key character(\"+\") 0", "key character(\"x\") 0",
      ])
    probe.type("\u{1B}[97;9uy")
    let later = try probe.wait(for: "character(\"y\")")
    #expect(later.lines[10] == "key character(\"y\") 0", "a key with Super belongs to the desktop")
  }

  /// `^[`, `^H`, `^I` and `^M` are what they are elsewhere, and Control works in a Cyrillic layout.
  @Test func controlMeansTheSameAsOnOtherTerminals() throws {
    let probe = try start()
    probe.type("\u{1B}[91;5u\u{1B}[104;5u\u{1B}[105;5u\u{1B}[109;5u\u{1B}[97;6u\u{1B}[1089::99;5uz")
    let picture = try probe.wait(for: "character(\"z\")")
    #expect(
      picture.lines[1...6].map { $0 } == [
        "key escape 0", "key backspace 0", "key tab 0", "key enter 0", "key character(\"a\") 4",
        "key character(\"c\") 4",
      ])
    probe.type("\u{1B}[92;5u")
    #expect(try probe.waitForExit() == .exited(131))
  }

  @Test func windowChangesItsSizeWithoutASignal() throws {
    let probe = try start()
    let size = Size(width: 60, height: 20)
    probe.terminal.resize(to: size)
    probe.type(probe.terminal.features.report(of: size) + "z")
    #expect(try probe.wait(for: "character(\"z\")").text.contains("probe 60x20"))
    // A signal without another size of the tty changes nothing.
    probe.signal(SIGWINCH)
    probe.type("y")
    try probe.wait(for: "character(\"y\")")
    #expect(probe.picture.text.contains("probe 60x20"))
    probe.resize(to: Size(width: 70, height: 22))
    try probe.wait(for: "probe 70x22")
  }

  @Test(arguments: [
    "\u{1B}[48;0;0;0;0t", "\u{1B}[48;99999;99999;1;1t", "\u{1B}[48;20;60t",
    "\u{1B}[48;20;60;1;1;1t",
    "\u{1B}[?2048;1$y", "\u{1B}[?9u", "\u{1B}[?997;3n", "\u{1B}[?62;22c", "\u{1B}[48;2",
  ])
  func reportThatWasNotAskedForChangesNothing(_ report: String) throws {
    let probe = try start()
    let before = probe.terminal.features.changes
    probe.type(report)
    usleep(1_200_000)
    probe.type("z")
    let picture = try probe.wait(for: "character(\"z\")")
    #expect(picture.text.contains("probe 80x24"))
    #expect(picture.lines.filter { $0.contains("key") }.count == 1)
    #expect(probe.terminal.features.changes == before)
  }

  /// A report of a size is believed only from a terminal that was asked for it.
  @Test func terminalWithoutTheFeatureReportsNoSize() throws {
    let probe = try ProbeApp.start()
    probe.type("\u{1B}[48;20;60;400;600tz")
    #expect(try probe.wait(for: "character(\"z\")").text.contains("probe 80x24"))
  }

  @Test func changeToLightIsFollowed() throws {
    let probe = try start()
    probe.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\a")
    try probe.wait(for: "character(\"a\")")
    let before = text(probe).components(separatedBy: "]11;?").count
    probe.type("\u{1B}[?997;2n")
    try probe.wait(for: { text(probe).components(separatedBy: "]11;?").count == before + 1 })
    probe.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
    try probe.wait(for: "background")
  }

  @Test(arguments: [["REPRISE_THEME": "dark"], ["NO_COLOR": "1"]])
  func changeToLightIsNotReportedWhereTheThemeIsFixed(_ environment: [String: String]) throws {
    let probe = try PTYProcess(ProbeApp.path, [], environment: environment)
    probe.terminal.features.isOn = true
    try probe.wait(for: { probe.terminal.features.changes == ["2048", "keyboard 5"] })
    #expect(!text(probe).contains("2031"))
  }

  /// ncurses knows no links, so a link is written by itself, and the next one in its place, too.
  @Test func linkIsWrittenWithItsCellsAlone() throws {
    let probe = try ProbeApp.start()
    for number in 1...2 {
      probe.clearOutput()
      probe.type("L")
      let begin = "\u{1B}]8;;https://toolbox.example/\(number)\u{1B}\\"
      try probe.wait(for: { text(probe).contains(begin) && text(probe).contains("]8;;\u{1B}\\") })
      let parts = text(probe).components(separatedBy: begin)
      #expect(parts.count == 2)
      let link = parts[1].components(separatedBy: "\u{1B}]8;;\u{1B}\\")[0]
      #expect(link == "manual")
      #expect(try probe.wait(for: "manual").lines[0].hasSuffix("manual"))
    }
    probe.clearOutput()
    probe.type("Lz")
    let picture = try probe.wait(for: "character(\"z\")")
    #expect(!picture.text.contains("manual") && !text(probe).contains("]8;;"))
  }

  @Test func simpleTerminalGetsNoLink() throws {
    let probe = try ProbeApp.start(environment: ["TERM": "vt100"])
    probe.type("L")
    try probe.wait(for: "manual")
    #expect(!text(probe).contains("]8;;"))
  }
}
