import Reprise
import RepriseTesting
import Terminal
import Testing

/// An app without the terminal: contract 1.5, and the calls to a background job.
@Suite struct Section1BackgroundTests {
  private static let restoring = [
    "willFinishLaunching [background]", "shouldRestore [background]",
    "delegate asked for screen", "screen viewDidLoad", "screen decode",
    "didDecode [background]", "screen finished", "didFinishLaunching [background]",
  ]

  @Test func rule_1_5_aLaunchInTheBackgroundRestoresAndWaits() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(
      try rehearsal.relaunch(inBackground: true) == Self.restoring + [
        "didEnterBackground [background]", "shouldSave [background]", "willEncode [background]",
        "screen encode", "process stopped",
      ])
    #expect(rehearsal.application.state == .background)
  }

  @Test func rule_1_5_theScreenAppearsWithTheTerminal() throws {
    let rehearsal = try Rehearsal.launched()
    _ = try rehearsal.relaunch(inBackground: true)
    #expect(
      rehearsal.resume() == [
        "willEnterForeground [background]", "terminal taken", "screen viewWillAppear",
        "screen viewDidAppear", "didBecomeActive [active]", "frame",
      ])
  }

  @Test func rule_1_5_aKillWhileWaitingLosesNothing() throws {
    let disk = try Disk()
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    try disk.launch(plan)
    for _ in 0..<3 { try disk.launch(plan, inBackground: true) }
    #expect(disk.didRestore, "waiting for the terminal is no crash")
  }

  @Test func rule_1_5_withoutATerminalTheStateIsUnchanged() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(throws: TerminalError.notATerminal) { try rehearsal.relaunch(hasTerminal: false) }
    #expect(!rehearsal.plan.diary.contains("didBecomeActive [active]"))
    #expect(try rehearsal.relaunch().contains("screen decode"))
  }

  @Test func rule_1_5_aLaunchWithoutATerminalIsNoCrash() throws {
    let (next, plan) = try Disk.killedWhileDecoding()
    #expect(throws: TerminalError.notATerminal) { try next.launch(plan, hasTerminal: false) }
    try next.launch(plan)
    #expect(next.didRestore, "one crash skips only the object that caused it")
  }

  @Test func rule_1_5_aBackgroundLaunchWithoutAShellFails() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.plan.canStop = false
    #expect(throws: TerminalError.inBackground) { try rehearsal.relaunch(inBackground: true) }
    rehearsal.plan.canStop = true
    #expect(try rehearsal.relaunch().contains("screen decode"), "the state is unchanged")
  }

  @Test func rule_1_7_aJobContinuedInTheBackgroundStopsAgain() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(rehearsal.resume(inBackground: true) == ["process stopped"])
    #expect(rehearsal.application.state == .background)
    #expect(rehearsal.resume().contains("willEnterForeground [background]"))
  }

  @Test func rule_1_7_anExternalStopRetakesTheTerminal() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(rehearsal.resume() == ["terminal taken", "frame"], "no call could announce the stop")
  }

  @Test func rule_1_6_anExternalStopContinuedInBackgroundEntersIt() throws {
    let rehearsal = try Rehearsal.launched()
    #expect(
      rehearsal.resume(inBackground: true) == [
        "willResignActive [active]", "didEnterBackground [background]",
        "shouldSave [background]", "willEncode [background]", "screen encode",
        "terminal given back", "process stopped",
      ])
  }
}
