import Reprise
import RepriseTesting
import Terminal
import Testing

/// Calls in their order: contract 1.3 to 1.10, as whole sequences.
@Suite struct Section1SequenceTests {
  /// A screen with a view that keeps state, and a sheet over it created by its restoration class.
  private static func screenWithSheet() -> Plan {
    let plan = Plan { plan, application in
      let screen = Screen("screen", plan)
      let tile = Tile("tile", plan)
      screen.load = { $0.addSubview(tile) }
      application.window.rootViewController = screen
    }
    plan.makeByClass = { [unowned plan] path, _ in
      path.last == "sheet" ? Screen("sheet", plan, isMade: true) : nil
    }
    return plan
  }

  /// A screen created by the main storyboard.
  private static func storyboardPlan() throws -> Plan {
    let plan = Plan()
    plan.registry.register(Screen.self, as: "screen") { [unowned plan] _ in
      plan.diary.append("initial screen made")
      return Screen("screen", plan)
    }
    let text = "storyboard 1\ninitial first\nscene first\n  class screen\n"
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    return plan
  }

  private static func launched() throws -> Rehearsal {
    let rehearsal = try Rehearsal(screenWithSheet())
    _ = try rehearsal.launch()
    return rehearsal
  }

  private static let firstTurn = [
    "shouldSave [inactive]", "willEncode [inactive]", "didBecomeActive [active]",
    "screen encode", "frame",
  ]

  @Test func rule_1_3_aFreshLaunchFromAStoryboard() throws {
    #expect(
      try Rehearsal(Self.storyboardPlan()).launch() == [
        "initial screen made", "willFinishLaunching [inactive]", "didFinishLaunching [inactive]",
        "terminal taken", "screen viewDidLoad", "screen viewWillAppear", "screen viewDidAppear",
      ] + Self.firstTurn)
  }

  @Test func rule_1_4_2_theMainStoryboardIsLoadedFirst() throws {
    let rehearsal = try Rehearsal(Self.storyboardPlan())
    _ = try rehearsal.launch()
    #expect(
      try rehearsal.relaunch().prefix(3) == [
        "initial screen made", "willFinishLaunching [inactive]", "shouldRestore [inactive]",
      ])
  }

  @Test func rule_1_4_aRestoringLaunch() throws {
    let rehearsal = try Self.launched()
    let screen = rehearsal.application.window.rootViewController
    screen?.present(Screen("sheet", rehearsal.plan, isMade: true))
    _ = rehearsal.send(.key(KeyPress(.function(12))))
    #expect(
      try rehearsal.relaunch() == [
        "willFinishLaunching [inactive]", "shouldRestore [inactive]",
        // Both are found before either is decoded.
        "delegate asked for screen", "class asked for screen/sheet",
        "screen viewDidLoad", "screen decode", "tile decode", "sheet viewDidLoad", "sheet decode",
        "didDecode [inactive]", "screen finished", "tile finished", "sheet finished",
        "didFinishLaunching [inactive]", "terminal taken",
        "screen viewWillAppear", "sheet viewWillAppear",
        "screen viewDidAppear", "sheet viewDidAppear", "shouldSave [inactive]",
        "willEncode [inactive]", "didBecomeActive [active]", "screen encode", "sheet encode",
        "frame",
      ])
  }

  @Test func rule_1_4_5_aMarkIsSetWhileStateIsRestored() throws {
    let disk = try Disk()
    let plan = Self.screenWithSheet()
    try disk.launch(plan)
    disk.quit()
    var marks: [Bool] = []
    let look = { [unowned disk] in marks.append(!disk.files(named: "launching").isEmpty) }
    plan.read = { _ in look() }
    plan.finish = { _ in look() }
    try disk.launch(plan)
    #expect(marks == [true, true])
  }

  @Test func rule_1_4_14_anOrderlyEndKeepsTheStateButNoMark() throws {
    let disk = try Disk()
    let plan = Self.screenWithSheet()
    for round in 0..<4 {
      try disk.launch(plan)
      #expect(disk.didRestore == (round > 0), "launch \(round)")
      disk.quit()
      #expect(disk.files(named: "launching").isEmpty, "launch \(round)")
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func rule_1_4_14_theMarkIsRemovedWhileTheAppRuns() async throws {
    let disk = try Disk()
    let plan = Self.screenWithSheet()
    try disk.launch(plan)
    disk.quit()
    plan.finish = { $0.restoration.healthyPeriod = .zero }
    try disk.launch(plan)
    #expect(!disk.files(named: "launching").isEmpty)
    disk.terminal.send([.key(KeyPress(.function(12)))])
    #expect(disk.files(named: "launching").isEmpty)
    // Meanwhile, a copy of the state after a successful launch is kept.
    while disk.files(named: "previous.sqlite").isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test func rule_1_6_goingToTheBackground() throws {
    let rehearsal = try Self.launched()
    #expect(
      rehearsal.send(.signal(.suspend)) == [
        "willResignActive [active]", "didEnterBackground [background]",
        "shouldSave [background]", "willEncode [background]", "screen encode",
        "terminal given back", "process stopped",
      ])
  }

  @Test func rule_1_7_backToTheForeground() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(
      rehearsal.send(.signal(.resume)) == [
        "willEnterForeground [background]", "terminal taken", "didBecomeActive [active]", "frame",
      ])
  }

  @Test func rule_1_7_3_changesMeanwhileAreDrawnOnce() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.signal(.suspend))
    let label = Label("new")
    label.frame = Rect(x: 0, y: 0, width: 5, height: 1)
    for _ in 0..<3 { rehearsal.application.window.rootViewController?.view.addSubview(label) }
    #expect(rehearsal.send(.resize(Size(width: 50, height: 12))) == [], "not in the background")
    #expect(rehearsal.send(.signal(.resume)).filter { $0 == "frame" }.count == 1)
    #expect(rehearsal.terminal.inner.frames.last?.plainText().contains("new") == true)
  }

  @Test func rule_1_8_anInterruptionThatIsDismissed() throws {
    let rehearsal = try Self.launched()
    #expect(rehearsal.send(.focus(false)) == ["willResignActive [active]", "frame"])
    #expect(rehearsal.application.state == .inactive)
    #expect(rehearsal.send(.resize(Size(width: 50, height: 12))) == ["frame"])
    #expect(rehearsal.send(.focus(true)) == ["didBecomeActive [active]", "frame"])
  }

  @Test func rule_1_8_anInterruptionThatIsAccepted() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.focus(false))
    #expect(
      rehearsal.send(.signal(.suspend)) == [
        "didEnterBackground [background]", "shouldSave [background]", "willEncode [background]",
        "screen encode", "terminal given back", "process stopped",
      ])
  }

  @Test func rule_1_9_1_aKillWhileSuspendedMakesNoCall() throws {
    let rehearsal = try Self.launched()
    let suspended = rehearsal.send(.signal(.suspend))
    let launched = try rehearsal.relaunch()
    #expect(launched.contains("screen decode"))
    #expect(!(suspended + launched).contains { $0.hasPrefix("willTerminate") })
  }

  @Test(arguments: [SystemSignal.terminate, .hangup, .interrupt])
  func rule_1_9_2_aRunningAppIsNotifiedOfItsTermination(signal: SystemSignal) throws {
    let rehearsal = try Self.launched()
    #expect(
      rehearsal.send(.signal(signal)) == [
        "willResignActive [active]", "didEnterBackground [background]",
        "shouldSave [background]", "willEncode [background]", "screen encode",
        "willTerminate [background]", "terminal given back",
      ])
  }

  @Test func rule_1_9_2_terminationInBackgroundDoesNotEnterItAgain() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(
      rehearsal.send(.signal(.terminate)) == ["willTerminate [background]", "terminal given back"])
  }

  @Test func rule_1_9_3_aForcedQuitDeletesTheState() throws {
    let disk = try Disk()
    let plan = Self.screenWithSheet()
    try disk.launch(plan)
    disk.terminal.send([.signal(.quit)])
    #expect(disk.files(named: "state.sqlite").isEmpty)
    try disk.launch(plan)
    #expect(!disk.didRestore)
  }

  @Test func rule_1_10_everyTransitionCanBeObserved() throws {
    let plan = Self.screenWithSheet()
    let rehearsal = try Rehearsal(plan)
    let observer = Shelf(0)
    let transitions: [ApplicationTransition] = [
      .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate,
    ]
    plan.build = { application in
      for transition in transitions {
        application.observe(transition, with: observer) { [unowned plan] in
          plan.diary.append("heard \(transition)")
        }
      }
    }
    let calls =
      try rehearsal.launch() + rehearsal.send(.signal(.suspend)) + rehearsal.send(.signal(.resume))
      + rehearsal.send(.signal(.terminate))
    let pairs = zip(calls, calls.dropFirst()).filter { $0.1.hasPrefix("heard") }
    #expect(pairs.count == 9)
    for (told, heard) in pairs { #expect(told.hasPrefix(heard.dropFirst(6))) }
  }

  @Test func rule_1_10_observersAreCalledInTheirOrder() throws {
    let rehearsal = try Self.launched()
    let observers = [Shelf(0), Shelf(1)]
    for (number, observer) in observers.enumerated() {
      rehearsal.application.observe(.willResignActive, with: observer) {
        [plan = rehearsal.plan] in plan.diary.append("heard \(number)")
      }
      rehearsal.application.observe(.windowSize, with: observer) {
        [plan = rehearsal.plan] in plan.diary.append("heard \(number)")
      }
    }
    for event in [TerminalEvent.focus(false), .resize(Size(width: 60, height: 20))] {
      let heard = rehearsal.send(event).filter { $0.hasPrefix("heard") }
      #expect(heard == ["heard 0", "heard 1"], "\(event)")
    }
    withExtendedLifetime(observers) {}
  }

  @Test func rule_1_10_removedObserversAreNotCalled() throws {
    let rehearsal = try Self.launched()
    let plan = rehearsal.plan
    var observer: Shelf? = Shelf(0)
    if let observer {
      rehearsal.application.observe(.willResignActive, with: observer) {
        plan.diary.append("observed the app")
      }
      rehearsal.application.observe(.windowSize, with: observer) {
        plan.diary.append("observed the window")
      }
    }
    let events = [
      TerminalEvent.focus(false), .focus(true), .resize(Size(width: 60, height: 20)),
    ]
    #expect(events.flatMap { rehearsal.send($0) }.count { $0.hasPrefix("observed") } == 2)
    observer = nil
    #expect(events.flatMap { rehearsal.send($0) }.count { $0.hasPrefix("observed") } == 0)
  }

  @Test func rule_1_10_everyCallHasTheRightApplicationState() throws {
    let rehearsal = try Self.launched()
    let calls =
      try rehearsal.relaunch() + rehearsal.send(.signal(.suspend))
      + rehearsal.send(.signal(.resume)) + rehearsal.send(.signal(.terminate))
    #expect(
      calls.filter { $0.hasSuffix("]") } == [
        "willFinishLaunching [inactive]", "shouldRestore [inactive]", "didDecode [inactive]",
        "didFinishLaunching [inactive]", "shouldSave [inactive]", "willEncode [inactive]",
        "didBecomeActive [active]", "willResignActive [active]",
        "didEnterBackground [background]", "shouldSave [background]", "willEncode [background]",
        "willEnterForeground [background]", "didBecomeActive [active]",
        "willResignActive [active]", "didEnterBackground [background]",
        "shouldSave [background]", "willEncode [background]", "willTerminate [background]",
      ])
  }
}
