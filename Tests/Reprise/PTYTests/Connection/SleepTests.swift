import Foundation
import RepriseTesting
import Testing

/// An app with a connection is stopped while its job is, and its watch wakes it (contract 8.8.3).
@Suite(.waitsForProcesses) struct SleepTests {
  private let app: ConnectedApp
  private var shell: PTYProcess { app.shell }

  init() throws {
    app = try ConnectedApp()
  }

  @Test func rule_8_8_3_theWatchHoldsTheSocketOfAnAppThatIsStopped() throws {
    try app.sleep()
    #expect(ProcessTree.state(of: try app.guardian) == "T")
    try shell.wait(for: { (try? app.sharedSockets().count) == 1 })
    let files = app.files(of: try app.watch)
    #expect(!files.contains { $0.hasPrefix("/dev/") || $0.contains("memfd") }, "\(files)")
    #expect(files.count == 5, "channel, socket, clock, the guardian's end, what waits for these")
  }

  /// The sockets that the app did not mark stay with the app.
  @Test func rule_8_8_3_theWatchHoldsNoOtherSocket() throws {
    try app.sleep("--spare")
    try shell.wait(for: { (try? app.sharedSockets().count) == 1 })
    let own = app.files(of: try app.process).filter { $0.hasPrefix("socket:") }
    #expect(Set(own).subtracting(try app.sharedSockets()).count >= 2, "the spare ones are open")
  }

  @Test func rule_8_8_3_dataWakeItAndItStoresAndIsStoppedAgain() throws {
    try app.sleep()
    for text in ["abc", "de"] {
      let start = ContinuousClock.now
      try app.peer.send(text)
      try shell.wait(for: { app.peer.isRead })
      try app.waitUntilStopped()
      #expect(ContinuousClock.now - start < .seconds(8), "on its own, once it has handled them")
    }
    try shell.wait(for: { (try? app.sharedSockets().count) == 1 })
    try shell.killEverything()
    let again = try app.app.start()
    try again.wait(for: "page base, letters 5")
  }

  @Test func rule_8_8_3_itHearsThatTheOtherEndHasClosedAndSleepsWithoutIt() throws {
    try app.sleep()
    try app.peer.end()
    // The app releases its connection then: the watch has no socket any more.
    let watch = try app.watch
    try shell.wait(for: { app.files(of: watch).count == 4 })
    try app.waitUntilStopped()
    try shell.waitUntilIdle()
    let before = try [app.process, app.watch].map(wakeUps)
    usleep(500_000)
    #expect(try [app.process, app.watch].map(wakeUps) == before)
    try app.comeBack(to: "page base, letters 0")
  }

  @Test func rule_8_8_1_anAppThatHearsNothingSleeps() throws {
    try app.sleep()
    try shell.waitUntilIdle()
    let before = try [app.process, app.watch].map(wakeUps)
    usleep(1_500_000)
    #expect(try [app.process, app.watch].map(wakeUps) == before)
  }

  /// How often the main thread of a process went to sleep.
  private func wakeUps(of process: pid_t) throws -> Substring? {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
  }

  @Test func rule_8_8_4_itIsCalledWhenItIsTimeAndIsStoppedBetween() throws {
    try app.sleep("--greeting 1")
    var greetings = ""
    for _ in 0..<3 {
      try shell.wait(for: {
        greetings += app.peer.received()
        return !greetings.isEmpty
      })
      greetings = ""
      try app.waitUntilStopped()
    }
    try app.comeBack(to: "page base")
  }

  // MARK: - Back

  @Test func rule_8_8_3_itComesBackOnceAndItsWatchIsGone() throws {
    try app.sleep()
    let watch = try app.watch
    try app.comeBack(to: "page base, letters 0")
    #expect(!ProcessTree.isRunning(watch))
    #expect(app.watches.isEmpty)
    try shell.waitUntilIdle()
    let parts = String(decoding: shell.output, as: UTF8.self)
      .components(separatedBy: "\u{1B}[?1049h")
    #expect(parts.count == 2, "the terminal was taken once")
    shell.type("x")
    try shell.wait(for: "page base, letters 1")
  }

  @Test func rule_8_8_3_itSleepsAndComesBackAsOftenAsOneLikes() throws {
    try app.start()
    var letters = 0
    for _ in 0..<5 {
      try app.suspend()
      try app.waitUntilStopped()
      try app.peer.send("ab")
      letters += 2
      // At once: the app may be awake, asleep or between.
      try app.comeBack(to: "page base, letters \(letters)")
      shell.type("x")
      letters += 1
      try shell.wait(for: "page base, letters \(letters)")
      shell.clearOutput()
    }
  }

  @Test func rule_8_8_3_continuedInTheBackgroundItSleepsWithAnotherWatch() throws {
    try app.sleep()
    let watch = try app.watch
    shell.type("clear\n")
    try shell.wait { $0.text == "ready$" }
    shell.type("bg\n")
    try shell.wait(for: { !ProcessTree.isRunning(watch) })
    try shell.waitForStoppedJob()
    try app.waitUntilStopped()
    #expect(app.watches.count == 1)
    try app.peer.send("abc")
    try shell.wait(for: { app.peer.isRead })
    try app.waitUntilStopped()
    try app.comeBack(to: "page base, letters 3")
  }

  /// Stops the app alone and continues it alone: it asks for a watch then, and sleeps as far as anybody lets it.
  private func stopAndContinueFromOutside() throws {
    try app.start()
    let process = try app.process
    shell.signal(SIGSTOP, to: process)
    try shell.waitForStoppedJob()
    shell.signal(SIGCONT, to: process)
    try shell.wait(for: { ProcessTree.state(of: process) == "S" })
    try shell.waitUntilIdle()
  }

  /// Another program stops and continues only the app: to the shell, the job stays stopped.
  @Test func appResumesAfterStopAndContinueFromOutside() throws {
    try stopAndContinueFromOutside()
    try app.peer.send("ab")
    try app.comeBack(to: "page base, letters 2")
    shell.type("x")
    try shell.wait(for: "page base, letters 3")
  }

  /// An unread request would keep its socket open.
  @Test func unreadRequestDoesNotKeepTheSocketOpen() throws {
    try stopAndContinueFromOutside()
    try app.comeBack(to: "page base, letters 0")
    try app.peer.send("E")
    try shell.wait(for: { app.peer.isClosed })
  }

  @Test func rule_8_8_3_itComesBackWhileDataAreHeard() throws {
    try app.sleep("--hold line")
    try app.peer.send("aH")
    try shell.wait(for: { access(app.app.holdFile, F_OK) == 0 })
    #expect(try app.sharedSockets().isEmpty, "the watch gave it back")
    shell.type("clear; fg\n")
    try shell.wait(for: { app.watches.isEmpty })
    try FileManager.default.removeItem(atPath: app.app.holdFile)
    try shell.wait {
      $0.text.contains("page base, letters 2") && $0.modes.contains(.alternateScreen)
    }
    shell.type("x")
    try shell.wait(for: "page base, letters 3")
  }

  // MARK: - Ends

  @Test func whenTheAppIsKilledAsleepItsWatchEnds() throws {
    try app.sleep()
    let watch = try app.watch
    shell.signal(SIGKILL, to: try app.process)
    try shell.wait(for: { !ProcessTree.isRunning(watch) })
    try shell.wait(for: { app.peer.isClosed })
    shell.type("clear; fg\n")
    try shell.wait { $0.text.contains("ended by signal 9") && $0.text.hasSuffix("ready$") }
    #expect(shell.picture.modes == .usual)
    try app.waitForTheEnd()
    let again = try app.app.start()
    try again.wait(for: "page base, letters 0")
  }

  @Test func whenTheGuardianIsKilledAllEnds() throws {
    try app.sleep()
    try app.peer.send("ab")
    try shell.wait(for: { app.peer.isRead })
    try app.waitUntilStopped()
    let (process, watch) = (try app.process, try app.watch)
    shell.signal(SIGKILL, to: try app.guardian)
    try shell.wait(for: { !ProcessTree.isRunning(process) && !ProcessTree.isRunning(watch) })
    shell.type("clear\n")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    let again = try app.app.start()
    try again.wait(for: "page base, letters 2")
  }

  /// A script in the same job keeps the kernel from ending it.
  @Test func whenTheGuardianOfAScriptIsKilledAllEnds() throws {
    let command = "\(RestoringApp.program) \(app.app.home) --line \(app.peer.path)"
    shell.type("clear; sh -c '\(command); true'\n")
    try shell.wait(for: "page base, letters 0")
    try app.peer.accept()
    try app.suspend()
    let guardian = try #require(shell.descendants.dropFirst().first)
    let others = Array(shell.descendants.dropFirst(2))
    #expect(others.count == 2)
    try shell.wait(for: { ProcessTree.state(of: others[0]) == "T" })
    shell.signal(SIGKILL, to: guardian)
    try shell.wait(for: { !others.contains(where: ProcessTree.isRunning) })
  }

  @Test func afterWatchIsKilledAppResumesWithPendingData() throws {
    try app.sleep()
    let watch = try app.watch
    shell.signal(SIGKILL, to: watch)
    try shell.wait(for: { !ProcessTree.isRunning(watch) })
    try app.peer.send("abc")
    usleep(200_000)
    #expect(try app.isStopped())
    try app.comeBack(to: "page base, letters 3")
    try app.suspend()
    try app.waitUntilStopped()
    try app.peer.send("d")
    try shell.wait(for: { app.peer.isRead })
    try app.waitUntilStopped()
  }

  @Test func appResumesWhenWatchIsKilledWhileAwake() throws {
    try app.sleep("--hold line")
    try app.peer.send("aH")
    try shell.wait(for: { access(app.app.holdFile, F_OK) == 0 })
    shell.signal(SIGKILL, to: try app.watch)
    try FileManager.default.removeItem(atPath: app.app.holdFile)
    try shell.waitUntilIdle()
    try app.comeBack(to: "page base, letters 2")
  }

  @Test func aRequestToEndReachesASleepingApp() throws {
    // The app may handle the continue and the end signal together, or ask to sleep again in between.
    for round in 0..<12 {
      let signal = round.isMultiple(of: 2) ? SIGHUP : SIGTERM
      try app.sleep()
      let guardian = try app.guardian
      shell.signal(signal, to: guardian)
      shell.signal(SIGCONT, to: guardian)
      try app.waitForTheEnd()
      shell.type("clear\n")
      try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    }
  }
}
