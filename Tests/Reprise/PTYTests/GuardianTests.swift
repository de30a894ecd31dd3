import Foundation
import RepriseTesting
import Terminal
import Testing

@Suite(.waitsForProcesses) struct GuardianTests {
  /// The app's process under the guardian.
  private func app(of probe: PTYProcess) throws -> pid_t {
    try #require(probe.descendants.first)
  }

  private func expectClean(
    _ process: PTYProcess, _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(process.picture.modes == .usual, sourceLocation: sourceLocation)
    let flags = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    #expect(process.deviceModes.c_lflag & flags == flags, sourceLocation: sourceLocation)
    #expect(process.deviceModes.c_cc.0 == 3, "^C interrupts", sourceLocation: sourceLocation)
  }

  @Test func hasANameOfItsOwn() throws {
    let probe = try ProbeApp.start()
    #expect(ProcessTree.name(of: probe.processID) == "probe-guard")
    #expect(ProcessTree.name(of: try app(of: probe)) == "TerminalProbe")
  }

  @Test func locksBetweenThreadsWorkInTheAppItSplitOff() throws {
    let probe = try ProbeApp.start()
    probe.type("l")
    try probe.wait(for: "counted 200000")
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
  }

  @Test func passesOnTheExitStatusSilently() throws {
    let probe = try ProbeApp.start()
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
    #expect(probe.picture.text == "")
    expectClean(probe)
  }

  @Test func afterKillItCleansUpAndDoesNotRestart() throws {
    let probe = try ProbeApp.start()
    probe.signal(SIGKILL, to: try app(of: probe))
    #expect(try probe.waitForExit() == .exited(137))
    expectClean(probe)
    #expect(
      probe.picture.text
        == "probe: ended by signal 9 (Killed); your screen is saved")
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP])
  func afterACrashItRestartsTwiceAndThenLeavesTheTerminalClean(_ number: Int32) throws {
    let probe = try ProbeApp.start()
    for restart in 1...2 {
      probe.signal(number, to: try app(of: probe))
      let picture = try probe.wait(for: "restarts \(restart)")
      #expect(picture.modes.contains(.alternateScreen))
    }
    probe.signal(number, to: try app(of: probe))
    #expect(try probe.waitForExit() == .exited(128 + number))
    expectClean(probe)
    #expect(probe.picture.text.split(separator: "\n").count == 1)
    #expect(probe.picture.text.hasPrefix("probe: ended by signal \(number) ("))
  }

  @Test func crashInTheAppRestartsIt() throws {
    let probe = try ProbeApp.start()
    probe.type("!")
    try probe.wait(for: "restarts 1")
    probe.type("x")
    try probe.wait(for: "key character(\"x\") 0")
  }

  @Test func restartsCanBeSwitchedOff() throws {
    let probe = try ProbeApp.start(["--once"])
    probe.type("!")
    #expect(try probe.waitForExit() == .exited(128 + SIGSEGV))
    expectClean(probe)
  }

  @Test func anAppThatDoesNotAnswerIsEnded() throws {
    let probe = try ProbeApp.start()
    probe.type("h")
    #expect(try probe.waitForExit() == .exited(128 + SIGALRM))
    expectClean(probe)
    #expect(probe.picture.text == "probe: did not respond and was ended; your screen is saved")
  }

  @Test func finishedWatchDoesNotEndTheApp() throws {
    let probe = try ProbeApp.start()
    probe.type("w")
    try probe.wait(for: "watched")
    probe.type("W")
    try probe.wait(for: "done in time")
    // Longer than the watchdog's limit.
    Thread.sleep(forTimeInterval: 6)
    probe.type("x")
    try probe.wait(for: "key character(\"x\") 0")
    #expect(probe.picture.text.contains("done in time"), "the same process")
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
  }

  @Test func timeInWhichTheAppIsStoppedDoesNotCount() throws {
    let probe = try ProbeApp.start()
    let app = try app(of: probe)
    probe.type("w")
    try probe.wait(for: "watched")
    probe.signal(SIGSTOP)
    probe.signal(SIGSTOP, to: app)
    // Longer than the watchdog's limit.
    Thread.sleep(forTimeInterval: 6)
    probe.signal(SIGCONT, to: app)
    probe.signal(SIGCONT)
    probe.type("W")
    try probe.wait(for: "done in time")
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
  }

  @Test func aLaunchThatDoesNotEndIsTriedAgain() throws {
    let probe = try ProbeApp.start()
    probe.type("H")
    try probe.wait(for: "restarts 1")
    probe.type("x")
    try probe.wait(for: "key character(\"x\") 0")
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func forwardsRequestsToLeave(_ number: Int32, _ status: Int32) throws {
    let probe = try ProbeApp.start()
    probe.signal(number)
    #expect(try probe.waitForExit() == .exited(status))
    expectClean(probe)
    #expect(probe.picture.text == "")
  }

  /// A system that shuts down does not know the app, and continues only the guardian.
  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aRequestToLeaveReachesAnAppThatIsStopped(_ number: Int32, _ status: Int32) throws {
    let probe = try ProbeApp.start()
    let app = try app(of: probe)
    // The guardian first: it would stop along, and continue the app with that.
    for process in [probe.processID, app] {
      probe.signal(SIGSTOP, to: process)
      try probe.wait(for: { ProcessTree.state(of: process) == "T" })
    }
    probe.signal(number)
    probe.signal(SIGCONT)
    #expect(try probe.waitForExit() == .exited(status))
    expectClean(probe)
  }

  @Test(arguments: [SIGTSTP, SIGINT, SIGQUIT])
  func takesNoNoticeOfKeysMeantForTheApp(_ number: Int32) throws {
    let probe = try ProbeApp.start()
    probe.signal(number)
    probe.type("x")
    try probe.wait(for: "key character(\"x\") 0")
    #expect(ProcessTree.state(of: probe.processID) != "T")
  }

  @Test func whenItIsKilledTheAppLeavesAndCleansUp() throws {
    let probe = try ProbeApp.start()
    let app = try app(of: probe)
    probe.signal(SIGKILL)
    try probe.wait(for: { !ProcessTree.isRunning(app) })
    #expect(try probe.waitForExit() == .signaled(SIGKILL))
  }

  @Test func stopsWithAnAppThatWasStoppedFromOutside() throws {
    let shell = try PTYProcess.shell()
    let before = shell.deviceModes
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    try shell.waitUntilIdle()
    let app = try #require(shell.descendants.last)
    shell.signal(SIGSTOP, to: app)
    let stopped = try shell.wait(for: "Stopped")
    #expect(stopped.modes == .usual)
    #expect(shell.deviceModes.isSame(as: before))
    shell.type("fg\n")
    let back = try shell.wait(for: "resumed")
    #expect(back.modes.contains(.alternateScreen))
    shell.type("x")
    try shell.wait(for: "key character(\"x\") 0")
    shell.type("q")
    try shell.wait { $0.text.hasSuffix("ready$") }
  }

  /// The app ends also where the death of the guardian is not that of the terminal.
  @Test func whenItIsKilledInAShellTheAppLeaves() throws {
    let shell = try PTYProcess.shell()
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    // So that the terminal's answers reach the app, not the shell.
    try shell.settle(quiet: .milliseconds(300))
    let (guardian, app) = try (
      #require(shell.descendants.first), #require(shell.descendants.last)
    )
    shell.signal(SIGKILL, to: guardian)
    try shell.wait(for: { !ProcessTree.isRunning(app) })
    // The shell may have asked for its next command before the app gave the screen back.
    shell.type("clear\n")
    try shell.wait { $0.modes == .usual && $0.text == "ready$" }
  }

  /// The shell has set modes of its own by then.
  @Test func deathInTheBackgroundKeepsTheShellsModes() throws {
    let shell = try PTYProcess.shell()
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    try shell.waitUntilIdle()
    let (guardian, app) = try (
      #require(shell.descendants.first), #require(shell.descendants.last)
    )
    shell.signal(SIGSTOP, to: guardian)
    shell.signal(SIGSTOP, to: app)
    try shell.wait(for: "Stopped")
    shell.type("stty -echo\n")
    try shell.wait(for: { shell.deviceModes.c_lflag & tcflag_t(ECHO) == 0 })
    shell.signal(SIGKILL, to: app)
    shell.signal(SIGCONT, to: guardian)
    try shell.wait(for: { !ProcessTree.isRunning(guardian) })
    #expect(shell.deviceModes.c_lflag & tcflag_t(ECHO) == 0)
    #expect(shell.picture.modes == .usual)
  }

  @Test func fgDoesNotStopARunningJobAgain() throws {
    let shell = try PTYProcess.shell()
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    let guardian = try #require(shell.descendants.first)
    shell.type("j")
    for key in ["1", "2", "3", "4", "5"] {
      shell.type("\u{1A}")
      try shell.waitForStoppedJob()
      shell.type("clear\n")
      try shell.wait { $0.text == "ready$" }
      shell.type("bg\n")
      try shell.wait(for: "TerminalProbe &")
      try shell.waitForStoppedJob()
      shell.type("fg\n")
      try shell.wait { $0.modes.contains(.alternateScreen) && $0.text.contains("resumed") }
      #expect(try shell.waitUntilIdle().modes.contains(.alternateScreen))
      #expect(ProcessTree.state(of: guardian) != "T")
      shell.type(key)
      try shell.wait(for: "key character(\"\(key)\") 0")
    }
  }

  @Test func suspendReturnsImmediatelyWithoutAShell() throws {
    let probe = try ProbeApp.start()
    probe.type("\u{1A}x")
    let picture = try probe.wait(for: "key character(\"x\") 0")
    #expect(picture.modes.contains(.alternateScreen))
  }

  @Test func leavesNoMemoryImage() throws {
    let probe = try ProbeApp.start()
    let app = try app(of: probe)
    let limits = try String(contentsOfFile: "/proc/\(app)/limits", encoding: .utf8)
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
    #expect(core.split(separator: " ").suffix(3) == ["1", "1", "bytes"])
  }
}
