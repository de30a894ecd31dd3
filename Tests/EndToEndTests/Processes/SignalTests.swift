import Foundation
import Reprise
import RepriseTesting
import Testing

/// The effects of signals on the app, its guardian, the terminal and the state (reliability T19).
@Suite(.waitsForProcesses) struct SignalTests {
  /// The program in a shell, as users run it.
  private func shell(_ home: Home, size: Size = Size(width: 80, height: 24)) throws -> PTYProcess {
    let shell = try PTYProcess.shell(environment: ["HOME": home.path], size: size)
    shell.type("clear; \(Home.program)\n")
    try shell.wait { $0.modes.contains(.alternateScreen) }
    try shell.waitUntilIdle()
    return shell
  }

  /// Asks the shell for the exit status of the last program.
  private func status(in shell: PTYProcess) throws -> String {
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    shell.type("echo status:$?\n")
    let picture = try shell.wait { picture in
      picture.lines.contains { $0.hasPrefix("status:") } && picture.text.hasSuffix("ready$")
    }
    let line = picture.lines.last { $0.hasPrefix("status:") }
    return String(line?.dropFirst(7) ?? "")
  }

  @Test(
    arguments: [(SIGKILL, 137), (SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func signalToTheAppLeavesACleanTerminal(_ number: Int32, _ status: Int32) throws {
    let home = try Home()
    let app = try home.open()
    app.signal(number, to: try #require(app.app))
    #expect(try app.waitForExit() == .exited(status))
    let picture = app.picture
    #expect(picture.modes == .usual)
    let flags = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    #expect(app.deviceModes.c_lflag & flags == flags)
    let line = "keepsake: ended by signal 9 (Killed); your screen is saved"
    #expect(picture.text == (number == SIGKILL ? line : ""))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP, SIGINT])
  func shellsTerminalIsUnchangedAfterASignal(_ number: Int32) throws {
    let home = try Home()
    let shell = try PTYProcess.shell(
      environment: ["HOME": home.path], size: Size(width: 90, height: 40))
    let before = shell.deviceModes
    shell.type("\(Home.program)\n")
    try shell.wait { $0.modes.contains(.alternateScreen) }
    try shell.waitUntilIdle()
    let app = try #require(shell.descendants.last)
    shell.signal(number, to: app)
    #expect(try status(in: shell) == "\(128 + number)")
    #expect(shell.deviceModes.hasSameModes(as: before))
    // All 40 rows scroll, not just some of them.
    shell.type("clear; seq 100\n")
    let picture = try shell.wait { $0.text.hasSuffix("100\nready$") }
    #expect(picture.lines[0] == "62")
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGTRAP])
  func crashRestoresEverything(_ number: Int32) throws {
    let home = try Home()
    let app = try home.open()
    let before = try app.press(script: "nTea kettle<Left><Left>").visible
    try crash(app, by: number)
    try app.wait { $0.text.contains("Crashed and restarted: ") }
    #expect(Self.difference(try app.waitUntilIdle(), from: before) == nil)

    // A screen that crashes once after a restore isn't blamed yet.
    try crash(app, by: number)
    try app.wait { Self.difference($0, from: before) == nil }
    app.signal(number, to: try #require(app.app))
    #expect(try app.waitForExit() == .exited(128 + number))
    #expect(app.picture.modes == .usual)
    #expect(app.picture.text.hasPrefix("keepsake: ended by signal \(number) ("))

    // A screen that crashed twice is skipped but kept; typed text is a draft.
    let clean = try home.open()
    #expect(clean.picture.text.contains("Old state kept in"))
    #expect(!clean.picture.text.contains("New: Tea kettle"))
    clean.signal(SIGTERM)
    try clean.waitForExit()
    let aside = try FileManager.default.contentsOfDirectory(atPath: home.state + "/quarantine")
    let first = try #require(aside.min())
    #expect(try home.run(["state", "restore", "--aside", first]).status == 0)
    let again = try home.open()
    #expect(Self.difference(again.picture, from: before) == nil)
  }

  /// The differences above the bottom row, which reports the crash.
  private static func difference(
    _ picture: TerminalPicture, from before: TerminalPicture
  ) -> String? {
    var picture = picture.visible
    let bottom = before.rows.count - 1
    if picture.rows.count > bottom { picture.rows[bottom] = before.rows[bottom] }
    return picture.difference(from: before)
  }

  /// Ends the app and waits until the guardian has restarted it.
  private func crash(_ app: PTYProcess, by number: Int32) throws {
    let process = try #require(app.app)
    app.signal(number, to: process)
    try app.wait(for: { app.app.map { $0 != process } ?? false })
  }

  @Test func killedGuardianEndsTheAppAndLosesNothing() throws {
    let home = try Home()
    let app = try home.open()
    let before = try app.press(script: "jjnTea").visible
    let process = try #require(app.app)
    app.signal(SIGKILL)
    try app.wait(for: { !ProcessTree.isRunning(process) })
    let again = try home.open()
    #expect(again.picture.visible.difference(from: before) == nil)
  }

  @Test func suspendingReturnsToTheShellAndContinuingToTheScreen() throws {
    let home = try Home()
    let shell = try shell(home)
    shell.type("jjnTea")
    try shell.wait(for: "Tea")
    let before = try shell.waitUntilIdle().visible
    shell.type("\u{1A}")
    let stopped = try shell.wait { $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") }
    #expect(stopped.modes == .usual)
    shell.type("fg\n")
    try shell.wait { $0.visible == before }
    #expect(try shell.waitUntilIdle().visible.difference(from: before) == nil)
  }

  @Test func forcedQuitDiscardsTheStateButNoDraft() throws {
    let home = try Home()
    let app = try home.open()
    let start = app.picture.visible
    try app.press(script: "jjnTea in the making")
    app.type("\u{1C}")
    #expect(try app.waitForExit() == .exited(128 + SIGQUIT))
    #expect(app.picture.modes == .usual)
    let again = try home.open()
    #expect(again.picture.text.contains("1 draft"))
    #expect(again.picture.text.contains("Tea in the making"))
    #expect(again.picture.lines[0] == start.lines[0])
  }

  @Test func closedTerminalEndsEveryProcess() throws {
    let home = try Home()
    let app = try home.open()
    let before = try app.press(script: "jjnTea").visible
    let processes = [app.processID] + app.descendants
    app.hangUp()
    #expect(try app.waitForExit() == .exited(129))
    try app.wait(for: { !processes.contains(where: ProcessTree.isRunning) })
    let again = try home.open()
    #expect(again.picture.visible.difference(from: before) == nil)
  }
}

extension termios {
  /// Whether both sets of modes are equal.
  func hasSameModes(as other: termios) -> Bool {
    var (mine, others) = (self, other)
    return withUnsafeBytes(of: &mine) { mine in
      withUnsafeBytes(of: &others) { others in mine.elementsEqual(others) }
    }
  }
}
