import Foundation
import GRDB
import Reprise
import RepriseTesting
import Testing

/// The program as a shell job: started in the background, stopped by a signal, continued there.
@Suite(.waitsForProcesses) struct JobTests {
  private let home: Home
  private let shell: PTYProcess

  init() throws {
    home = try Home()
    shell = try home.shell()
  }

  /// Leaves half a word on the screen, and returns the picture.
  private func leaveHalfAWord() throws -> TerminalPicture {
    let app = try home.open()
    let picture = try app.press(script: "jjnHalf a w<Left>").visible
    try app.killEverything()
    return picture
  }

  private func expect(_ picture: TerminalPicture) throws {
    try shell.wait { $0.visible == picture }
    #expect(try shell.waitUntilIdle().visible.difference(from: picture) == nil)
  }

  @Test func rule_1_5_startedInTheBackgroundItComesToTheFrontWithFg() throws {
    let before = try leaveHalfAWord()
    shell.type("\(Home.program) &\n")
    try shell.waitForStoppedJob()
    #expect(shell.picture.modes == .usual, "the terminal is the shell's")
    shell.type("clear; fg\n")
    try expect(before)
  }

  @Test func rule_1_5_theShellKeepsItsModesAfterABackgroundJob() throws {
    let before = shell.deviceModes
    shell.type("\(Home.program) &\n")
    try shell.waitForStoppedJob()
    shell.type("fg\n")
    try shell.wait { $0.modes.contains(.alternateScreen) }
    try shell.waitUntilIdle()
    shell.type("q")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    #expect(shell.deviceModes.hasSameModes(as: before))
    shell.type("stty -a | grep -c ' icanon'\n")
    try shell.wait(for: "\n1\nready$")
  }

  /// A script, `make` and the like wait for the program in the same job and must stop as well.
  @Test(arguments: ["sh -c '%; true'", "(%; true)"])
  func rule_1_7_startedByAScriptItStopsAndComesBack(_ command: String) throws {
    let before = try leaveHalfAWord()
    let modes = shell.deviceModes
    shell.type(command.replacing("%", with: Home.program) + "\n")
    try expect(before)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    #expect(shell.picture.modes == .usual)
    shell.type("clear; fg\n")
    try expect(before)
    shell.type("\u{1B}")
    try shell.wait { $0.lines[0].hasPrefix(" Items") && !$0.text.contains("New: ") }
    shell.type("q")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    #expect(shell.deviceModes.hasSameModes(as: modes))
  }

  /// The terminal may have another background by then, or a multiplexer may show another terminal.
  @Test func rule_9_15_theBackgroundColorIsQueriedAgainAfterFg() throws {
    func questions() -> Int {
      String(decoding: shell.output, as: UTF8.self).components(separatedBy: "\u{1B}]11;?").count - 1
    }
    shell.type("\(Home.program)\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") }
    try shell.waitUntilIdle()
    #expect(questions() == 1)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    shell.type("clear; fg\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") }
    try shell.waitUntilIdle()
    #expect(questions() == 2)
  }

  /// Keys typed before `Ctrl-Z` reach the program, however fast they came.
  @Test func rule_1_7_keysTypedJustBeforeAStopAreKept() throws {
    shell.type("\(Home.program)\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") }
    shell.type("nHalf a word\u{1A}")
    try shell.waitForStoppedJob()
    shell.type("clear; fg\n")
    try shell.wait(for: "New: Half a word")
  }

  @Test func rule_1_9_2_aTerminationSignalReachesAStoppedProgram() throws {
    for _ in 0..<6 {
      shell.type("clear; \(Home.program)\n")
      try shell.wait { $0.lines[0].hasPrefix(" Items") }
      shell.type("\u{1A}")
      try shell.waitForStoppedJob()
      let guardian = try #require(shell.descendants.first)
      shell.signal(SIGTERM, to: guardian)
      shell.signal(SIGCONT, to: guardian)
      try shell.wait { !shell.descendants.contains(where: ProcessTree.isRunning) }
    }
  }

  @Test func rule_1_7_continuedInTheBackgroundItStopsAgainAndShowsNothing() throws {
    let before = try leaveHalfAWord()
    shell.type("\(Home.program)\n")
    try expect(before)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    shell.type("clear; bg\n")
    try shell.wait { $0.text.contains("keepsake &") }
    try shell.waitForStoppedJob()
    #expect(shell.picture.modes == .usual)
    shell.type("fg\n")
    try expect(before)
  }

  /// A stopped program isn't notified of a new size.
  @Test func rule_1_7_aWindowThatGrewWhileStoppedIsRedrawn() throws {
    shell.type("clear; \(Home.program)\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") }
    let bottom = try shell.waitUntilIdle().lines[23]
    #expect(!bottom.isEmpty)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    shell.resize(to: Size(width: 80, height: 30))
    shell.type("clear; fg\n")
    try shell.wait { $0.lines[0].hasPrefix(" Items") && $0.lines.last == bottom }
    #expect(try shell.waitUntilIdle().lines.count == 30)
  }

  @Test func rule_1_7_anExternalStopBehavesTheSame() throws {
    let before = try leaveHalfAWord()
    shell.type("\(Home.program)\n")
    try expect(before)
    shell.signal(SIGSTOP, to: try #require(shell.descendants.last))
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    shell.type("clear; fg\n")
    try expect(before)
  }

  /// Files are attached on a separate thread.
  @Test func windowStoppedWhileWritingBlocksNoWriter() throws {
    shell.type("\(Home.program) open Teapot\n")
    try shell.wait { $0.lines[0].contains("Teapot") }
    var mayOthersWrite = false
    // On a busy machine the thread may take longer than the wait.
    for round in 0..<3 where !mayOthersWrite {
      try stopWhileAFileIsAttached(round)
      mayOthersWrite = try home.run(["add", "AAA kettle \(round)"]).status == 0
      shell.type("clear; fg\n")
      try shell.wait { $0.lines[0].contains("Teapot") }
      try shell.waitUntilIdle()
    }
    #expect(mayOthersWrite)
  }

  /// Attaches a file, and presses `Ctrl-Z` while the attachment holds the inventory's lock and waits for the
  /// database.
  private func stopWhileAFileIsAttached(_ number: Int) throws {
    let file = try home.write(Array("file \(number)".utf8), to: "file\(number).txt")
    try shell.press(script: "P")
    shell.type("\u{1B}[200~\(file)\u{1B}[201~")
    try shell.waitUntilIdle()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let inventory = try DatabaseQueue(
      path: home.data + "/inventory.sqlite", configuration: configuration)
    try inventory.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    shell.type("\r")
    // It gives up after two seconds.
    _ = try? shell.wait(timeout: .seconds(5), for: { isInventoryLocked })
    let window = try #require(shell.descendants.dropFirst().first)
    shell.type("\u{1A}")
    // A window that waits for the thread stops only after the thread continues.
    _ = try? shell.wait(timeout: .milliseconds(500), for: { ProcessTree.state(of: window) == "T" })
    try inventory.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try inventory.close()
    try shell.waitForStoppedJob()
    try shell.wait(for: { ProcessTree.state(of: window) == "T" })
  }

  /// Whether a program holds the inventory's write lock.
  private var isInventoryLocked: Bool {
    let lock = open(home.data + "/inventory.lock", O_RDONLY | O_CLOEXEC)
    defer { close(lock) }
    return flock(lock, LOCK_SH | LOCK_NB) != 0
  }

  @Test func rule_1_6_aKillInTheBackgroundLosesNothing() throws {
    let before = try leaveHalfAWord()
    shell.type("\(Home.program)\n")
    try expect(before)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    shell.type("kill -9 %1\n")
    try shell.wait { !shell.descendants.contains(where: ProcessTree.isRunning) }
    // The shell may miss the end of a job that it kills itself; it reports the end with its next command.
    shell.type("/bin/true\n")
    try shell.wait(for: "Killed")
    shell.type("clear\n")
    try shell.wait { $0.text == "ready$" }
    shell.type("\(Home.program)\n")
    try expect(before)
  }

  @Test func rule_8_1_1_aCommandLineItemOverridesTheSavedScreen() throws {
    _ = try leaveHalfAWord()
    let app = try home.open(["open", "moka pot"])
    #expect(app.picture.lines[0].contains("Moka pot"))
    #expect(app.picture.text.contains("1 draft"), "the typed text is a draft")
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.lines[0].contains("Moka pot"), "the item's screen is saved now")
  }

  @Test func rule_8_1_1_aMissingItemPrintsOneLine() throws {
    let process = try home.launch(["open", "zebra crossing"])
    #expect(try process.waitForExit() == .exited(66))
    #expect(process.picture.text.contains("there is no item “zebra crossing”"))
    #expect(process.picture.modes == .usual)
  }
}
