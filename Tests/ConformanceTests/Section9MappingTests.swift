import Reprise
import RepriseTesting
import Terminal
import Testing

/// Effects of signals and terminal reports on the life of an app: contract 9, as whole sequences.
@Suite struct Section9MappingTests {
  /// The calls to an app that leaves the screen.
  private static let leaving = [
    "willResignActive [active]", "didEnterBackground [background]", "shouldSave [background]",
    "willEncode [background]", "screen encode",
  ]

  private static let ending = ["willTerminate [background]", "terminal given back"]

  private static let comingToTheFront = [
    "willEnterForeground [background]", "terminal taken", "didBecomeActive [active]", "frame",
  ]

  private static let restoringInTheBackground = [
    "willFinishLaunching [background]", "shouldRestore [background]",
    "delegate asked for screen", "screen viewDidLoad", "screen decode",
    "didDecode [background]", "screen finished", "didFinishLaunching [background]",
    "didEnterBackground [background]", "shouldSave [background]", "willEncode [background]",
    "screen encode",
  ]

  // MARK: - Launches

  @Test func rule_9_1_aForegroundLaunchIsInactiveUntilItIsComplete() throws {
    #expect(
      try Rehearsal.launched().relaunch() == [
        "willFinishLaunching [inactive]", "shouldRestore [inactive]",
        "delegate asked for screen", "screen viewDidLoad", "screen decode",
        "didDecode [inactive]", "screen finished", "didFinishLaunching [inactive]",
        "terminal taken", "screen viewWillAppear", "screen viewDidAppear",
        "shouldSave [inactive]", "willEncode [inactive]", "didBecomeActive [active]",
        "screen encode", "frame",
      ])
  }

  @Test func rule_9_2_aLaunchWithoutTheTerminalStoresTheRestoredState() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.plan.canStop = false
    #expect(throws: TerminalError.inBackground) { try rehearsal.relaunch(inBackground: true) }
    #expect(rehearsal.plan.diary == Self.restoringInTheBackground)
  }

  @Test func rule_9_2_withoutATerminalNothingIsCalledOrRestored() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(throws: TerminalError.notATerminal) { try rehearsal.relaunch(hasTerminal: false) }
    #expect(rehearsal.plan.diary == ["no terminal"])
    #expect(try rehearsal.relaunch().contains("screen decode"))
  }

  @Test func rule_9_2_launchesWithoutATerminalAreNoCrashes() throws {
    let disk = try Disk()
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    try disk.launch(plan)
    for _ in 0..<3 {
      #expect(throws: TerminalError.notATerminal) { try disk.launch(plan, hasTerminal: false) }
    }
    try disk.launch(plan)
    #expect(disk.didRestore)
  }

  /// Earlier crashes count at these launches, but the launches add none.
  @Test func rule_9_2_launchesWithoutTheTerminalAddNoCrash() throws {
    let (left, plan) = try Disk.killedWhileDecoding()
    for _ in 0..<3 {
      #expect(throws: TerminalError.inBackground) {
        try left.launch(plan, inBackground: true, canStop: false)
      }
      #expect(left.files(named: "launching").isEmpty, "each ended normally")
    }
    try left.launch(plan)
    #expect(left.didRestore)
    #expect(left.files(named: "state.sqlite").count == 2, "one in quarantine, for one crash")
  }

  // MARK: - The focus

  @Test func rule_9_3_losingTheFocusOnlyMakesTheAppInactive() throws {
    #expect(try Rehearsal.launched().send(.focus(false)) == ["willResignActive [active]", "frame"])
  }

  @Test func rule_9_4_theFocusMakesTheAppActiveAgain() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.focus(false))
    #expect(rehearsal.send(.focus(true)) == ["didBecomeActive [active]", "frame"])
    #expect(rehearsal.send(.focus(true)) == ["frame"], "once")
  }

  // MARK: - Suspension

  @Test func rule_9_5_losingTheTerminalToJobControlEntersTheBackground() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.terminal.inner.isForeground = false
    #expect(
      rehearsal.send(.signal(.suspend)) == Self.leaving + [
        "terminal given back", "process stopped",
      ])
    #expect(rehearsal.resume() == Self.comingToTheFront)
  }

  @Test func rule_9_5_withoutAShellLosingTheTerminalEndsTheApp() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.terminal.inner.isForeground = false
    rehearsal.plan.canStop = false
    let calls = rehearsal.send(.signal(.suspend))
    #expect(calls == Self.leaving + ["terminal given back"] + Self.ending)
    #expect(rehearsal.application.termination == .signal(.hangup))
  }

  @Test func rule_9_6_anExternalStopIsNoSuspensionAndLosesNothing() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(rehearsal.resume() == ["terminal taken", "frame"])
    #expect(try rehearsal.relaunch().contains("screen decode"), "a kill instead of `fg`")
  }

  @Test func rule_9_7_fgEntersTheForegroundAndDecodesNothing() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(rehearsal.resume() == Self.comingToTheFront)
  }

  @Test func rule_9_7_timersRunAgainAfterFg() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(!rehearsal.application.systemEvents.hasTimer)
    _ = rehearsal.resume()
    #expect(rehearsal.application.systemEvents.hasTimer)
  }

  @Test func rule_9_8_bgStaysInTheBackgroundAndStopsAgain() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(rehearsal.resume(inBackground: true) == ["process stopped"])
    (rehearsal.application.window.rootViewController as? Screen)?.word = "changed meanwhile"
    #expect(rehearsal.resume(inBackground: true) == ["screen encode", "process stopped"])
    #expect(rehearsal.resume() == Self.comingToTheFront)
  }

  // MARK: - Termination

  @Test(arguments: [SystemSignal.terminate, .hangup, .interrupt])
  func rule_9_9_aTerminatingSignalMakesTheCallsInOrder(signal: SystemSignal) throws {
    let rehearsal = try Rehearsal.launched()
    #expect(rehearsal.send(.signal(signal)) == Self.leaving + Self.ending)
    #expect(rehearsal.application.termination == .signal(signal))
  }

  @Test func rule_9_9_aLostTerminalMakesTheSameCalls() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(rehearsal.send(.hangup) == Self.leaving + Self.ending)
    #expect(rehearsal.application.termination == .signal(.hangup))
    #expect(rehearsal.send(.hangup, .signal(.hangup)) == [], "once")
  }

  @Test func rule_9_9_quittingMakesTheSameCalls() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.plan.diary = []
    rehearsal.application.terminate()
    #expect(rehearsal.plan.diary == Self.leaving + Self.ending)
    #expect(rehearsal.application.termination == .quit)
    #expect(try rehearsal.relaunch().contains("screen decode"))
  }

  @Test func rule_9_10_aKillWhileSuspendedMakesNoCalls() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.signal(.suspend))
    let calls = try rehearsal.relaunch()
    #expect(calls.first == "willFinishLaunching [inactive]")
    #expect(calls.contains("screen decode"))
  }

  @Test func rule_9_11_aForcedQuitMakesTheUsualCalls() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(rehearsal.send(.signal(.quit)) == Self.leaving + Self.ending)
    #expect(rehearsal.application.termination == .forceQuit)
  }

  // MARK: - The system

  @Test func rule_9_12_lowMemoryIsReportedAndDrawn() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.plan.diary = []
    rehearsal.application.systemEvents.didReceiveMemoryWarning()
    #expect(
      rehearsal.plan.diary == [
        "didReceiveMemoryWarning [active]", "screen warned of memory", "frame",
      ])
  }

  @Test func rule_9_15_anotherSizeIsDrawnAtOnce() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(rehearsal.send(.resize(Size(width: 70, height: 30))) == ["frame"])
    #expect(rehearsal.terminal.inner.frames.last?.size == Size(width: 70, height: 30))
  }
}
