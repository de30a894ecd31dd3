import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Terminal
import Testing

/// Launch, background and low memory: contract 8.1, 8.4 and 8.5.
@Suite struct Section8LifeCycleTests {
  private static func plan() -> Plan {
    Plan { plan, application in application.window.rootViewController = Screen("screen", plan) }
  }

  private static func launched() throws -> Rehearsal {
    let rehearsal = try Rehearsal(plan())
    _ = try rehearsal.launch()
    return rehearsal
  }

  /// Records in the diary when the watchdog runs.
  private static func watch(_ rehearsal: Rehearsal) {
    let plan = rehearsal.plan
    rehearsal.application.watchdog = Watchdog(
      arm: { plan.diary.append($0 ? "watched, starts again" : "watched") },
      disarm: { plan.diary.append("in time") })
  }

  // MARK: - Launch duties

  @Test func rule_8_1_1_theAppLearnsWhyItWasLaunched() throws {
    let rehearsal = try Rehearsal(Self.plan())
    var asked: [String?] = []
    let build = rehearsal.plan.build
    rehearsal.plan.build = { application in
      asked.append(application.launchOptions.item)
      build(application)
    }
    try rehearsal.application.launch(options: LaunchOptions(item: "drill"))
    #expect(asked == ["drill"])
  }

  @Test func rule_8_1_2_theWindowIsSetUpBeforeAnythingIsRestored() throws {
    let rehearsal = try Self.launched()
    var hadRoot = false
    rehearsal.plan.restores = { [plan = rehearsal.plan] _ in
      hadRoot = plan.application?.window.rootViewController != nil
      return true
    }
    _ = try rehearsal.relaunch()
    #expect(hadRoot)
  }

  @Test func rule_8_1_3_nothingIsDrawnBeforeTheAppIsActive() throws {
    let calls = try Rehearsal(Self.plan()).launch()
    let active = try #require(calls.firstIndex(of: "didBecomeActive [active]"))
    #expect(calls.firstIndex(of: "frame").map { $0 > active } == true)
  }

  @Test func rule_8_1_4_theWindowIsShownWhenTheLaunchFinishes() throws {
    let calls = try Rehearsal(Self.plan()).launch()
    let finished = try #require(calls.firstIndex(of: "didFinishLaunching [inactive]"))
    #expect(calls.firstIndex(of: "terminal taken").map { $0 > finished } == true)
  }

  @Test func rule_8_1_5_restoringHappensBetweenBothCalls() throws {
    let rehearsal = try Self.launched()
    let calls = try rehearsal.relaunch().filter {
      $0.contains("FinishLaunching") || $0 == "screen decode"
    }
    #expect(
      calls == [
        "willFinishLaunching [inactive]", "screen decode", "didFinishLaunching [inactive]",
      ])
  }

  @Test func rule_8_1_5_theStoryboardIsLoadedFirst() throws {
    let plan = Plan()
    let text = "storyboard 1\ninitial first\nscene first\n  class screen\n"
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    var hadRoot = false
    plan.build = { hadRoot = $0.window.rootViewController is Screen }
    _ = try Rehearsal(plan).launch()
    #expect(hadRoot)
  }

  @Test func rule_8_1_6_aLaunchIsWatchedUntilTheFirstFrame() throws {
    let rehearsal = try Rehearsal(Self.plan())
    Self.watch(rehearsal)
    let calls = try rehearsal.launch()
    #expect(calls.first == "watched, starts again")
    #expect(calls.suffix(2) == ["frame", "in time"])
    #expect(calls.count { $0 == "in time" } == 1)
  }

  @Test func rule_1_3_7_theWatchdogStopsWhenALaunchFails() throws {
    let rehearsal = try Rehearsal(Self.plan(), hasTerminal: false)
    Self.watch(rehearsal)
    #expect(throws: TerminalError.notATerminal) { try rehearsal.launch() }
    #expect(rehearsal.plan.diary.last == "in time")
  }

  // MARK: - Interruptions and background

  @Test func rule_8_4_anAppWithoutTheFocusHasNoTimer() throws {
    let rehearsal = try Self.launched()
    #expect(rehearsal.application.systemEvents.hasTimer)
    _ = rehearsal.send(.focus(false))
    #expect(!rehearsal.application.systemEvents.hasTimer)
    _ = rehearsal.send(.focus(true))
    #expect(rehearsal.application.systemEvents.hasTimer)
  }

  /// Low-priority work pauses without the focus and starts over when it returns.
  @Test func rule_8_4_lowPriorityWorkWaitsForTheFocus() throws {
    let rehearsal = try Self.launched()
    let application = rehearsal.application
    let begun = Mutex(0)
    let mayEnd = Mutex(false)
    application.performWhileActive { work in
      begun.withLock { $0 += 1 }
      while !work.isCancelled, !mayEnd.withLock(\.self) { usleep(1000) }
    } completion: { [plan = rehearsal.plan] _ in
      plan.diary.append("done")
    }
    #expect(application.isWorkingInBackground)
    _ = rehearsal.send(.focus(false))
    #expect(application.finishBackgroundWork(), "started work continues without the focus")
    mayEnd.withLock { $0 = true }
    application.performWhileActive { _ in begun.withLock { $0 += 10 } }
    #expect(!application.isWorkingInBackground, "work started without the focus")
    #expect(!rehearsal.plan.diary.contains("done"))
    _ = rehearsal.send(.focus(true))
    #expect(application.finishBackgroundWork())
    #expect(rehearsal.plan.diary.count { $0 == "done" } == 1)
    #expect(begun.withLock(\.self) == 12, "before and after, plus work added meanwhile")
    _ = rehearsal.send(.focus(false))
    _ = rehearsal.send(.focus(true))
    #expect(!application.isWorkingInBackground, "finished work is not repeated")
  }

  /// A window without the focus is still on the screen; a window in the background is not.
  @Test func rule_8_4_visibleWorkContinuesWithoutTheFocus() throws {
    let rehearsal = try Self.launched()
    let application = rehearsal.application
    let begun = Mutex(0)
    let mayEnd = Mutex(false)
    application.performWhileVisible { work in
      begun.withLock { $0 += 1 }
      while !work.isCancelled, !mayEnd.withLock(\.self) { usleep(1000) }
    } completion: { [plan = rehearsal.plan] _ in
      plan.diary.append("done")
    }
    _ = rehearsal.send(.focus(false))
    #expect(application.isWorkingInBackground)
    mayEnd.withLock { $0 = true }
    #expect(application.finishBackgroundWork())
    #expect(rehearsal.plan.diary.contains("done") && begun.withLock(\.self) == 1)
    application.performWhileVisible { _ in begun.withLock { $0 += 10 } }
    #expect(application.finishBackgroundWork())
    #expect(begun.withLock(\.self) == 11, "it also starts without the focus")
  }

  @Test func rule_8_4_anotherDayIsReportedBeforeActivation() throws {
    let rehearsal = try Self.launched()
    let observer = Shelf(0)
    rehearsal.application.observe(.significantTime, with: observer) { [plan = rehearsal.plan] in
      plan.diary.append("heard")
    }
    _ = rehearsal.send(.focus(false))
    let tomorrow = time(nil) + 86_400
    rehearsal.application.systemEvents.watch.now = { tomorrow }
    #expect(
      rehearsal.send(.focus(true)) == [
        "significantTimeChange [inactive]", "heard", "didBecomeActive [active]", "frame",
      ])
    _ = rehearsal.send(.focus(false))
    #expect(rehearsal.send(.focus(true)) == ["didBecomeActive [active]", "frame"], "once")
  }

  @Test func rule_8_5_1_enteringTheBackgroundIsWatched() throws {
    let rehearsal = try Self.launched()
    Self.watch(rehearsal)
    let calls = rehearsal.send(.signal(.suspend))
    #expect(calls.first == "watched")
    #expect(calls.suffix(3) == ["terminal given back", "in time", "process stopped"])
  }

  @Test func rule_8_5_1_comingBackIsWatched() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.signal(.suspend))
    Self.watch(rehearsal)
    let calls = rehearsal.resume()
    let watched = try #require(calls.firstIndex(of: "watched"))
    let active = try #require(calls.firstIndex(of: "didBecomeActive [active]"))
    let done = try #require(calls.lastIndex(of: "in time"))
    #expect(watched < active && active < done)
  }

  @Test func rule_8_5_1_continuingInTheBackgroundIsWatched() throws {
    let rehearsal = try Self.launched()
    Self.watch(rehearsal)
    let calls = rehearsal.resume(inBackground: true)
    #expect(calls.first == "watched")
    #expect(calls.last { $0 == "watched" || $0 == "in time" } == "in time")
  }

  @Test func rule_1_9_2_terminationIsWatchedToTheEnd() throws {
    let rehearsal = try Self.launched()
    Self.watch(rehearsal)
    let calls = rehearsal.send(.signal(.terminate))
    #expect(calls.first == "watched")
    #expect(calls.last { $0.contains("watched") || $0 == "in time" } == "watched")
  }

  @Test func rule_8_5_1_aSlowDiskDoesNotEndTheApp() throws {
    let rehearsal = try Self.launched()
    Self.watch(rehearsal)
    rehearsal.plan.flushData = { [plan = rehearsal.plan] in plan.diary.append("data flushed") }
    let calls = rehearsal.send(.signal(.suspend))
    let stored = try #require(calls.firstIndex(of: "screen encode"))
    #expect(
      calls.suffix(from: stored) == [
        "screen encode", "in time", "data flushed", "watched", "terminal given back", "in time",
        "process stopped",
      ])
  }

  @Test func rule_8_5_3_nothingIsDrawnInTheBackground() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.signal(.suspend))
    #expect(!rehearsal.terminal.inner.isOpen)
    let count = rehearsal.terminal.inner.frames.count
    _ = rehearsal.send(.resize(Size(width: 60, height: 20)), .key(.character("x")))
    #expect(rehearsal.terminal.inner.frames.count == count)
  }

  @Test func rule_8_5_4_anotherWindowIsNotTheBackground() throws {
    let rehearsal = try Self.launched()
    _ = rehearsal.send(.focus(false))
    #expect(rehearsal.application.state == .inactive)
    _ = rehearsal.send(.signal(.suspend))
    #expect(rehearsal.application.state == .background)
  }

  @Test func rule_8_5_7_delegateObserversAndScreensGetMemoryWarnings() throws {
    let rehearsal = try Self.launched()
    let root = try #require(rehearsal.application.window.rootViewController)
    let sheet = Screen("sheet", rehearsal.plan)
    sheet.addChild(Screen("child", rehearsal.plan))
    root.present(sheet)
    let observer = Shelf(0)
    rehearsal.application.observe(.memoryPressure, with: observer) { [plan = rehearsal.plan] in
      plan.diary.append("heard")
    }
    rehearsal.plan.diary = []
    rehearsal.application.systemEvents.didReceiveMemoryWarning()
    #expect(
      rehearsal.plan.diary.prefix(5) == [
        "didReceiveMemoryWarning [active]", "heard", "screen warned of memory",
        "sheet warned of memory", "child warned of memory",
      ])
  }

  @Test func rule_8_5_7_changesOnMemoryWarningsAreStoredAndShown() throws {
    let rehearsal = try Self.launched()
    let screen = try #require(rehearsal.application.window.rootViewController as? Screen)
    let observer = Shelf(0)
    rehearsal.application.observe(.memoryPressure, with: observer) { screen.word = "let go" }
    rehearsal.plan.diary = []
    rehearsal.application.systemEvents.didReceiveMemoryWarning()
    #expect(rehearsal.plan.diary.suffix(2) == ["screen encode", "frame"])
  }

  /// The protocol of service managers, which notify through a pipe.
  @Test(.timeLimit(.minutes(60))) func rule_8_5_7_theSystemReportsLowMemory() async throws {
    let rehearsal = try Self.launched()
    let pipe = NSTemporaryDirectory() + "pressure-\(UUID().uuidString)"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    rehearsal.application.watchMemory(environment: ["MEMORY_PRESSURE_WATCH": pipe])
    rehearsal.plan.diary = []
    let writer = try #require(FileHandle(forWritingAtPath: pipe))
    for count in 1...2 {
      try writer.write(contentsOf: Data("x".utf8))
      while rehearsal.plan.diary.count < count * 2 { try await Task.sleep(for: .milliseconds(2)) }
    }
    #expect(rehearsal.plan.diary.filter { $0.hasPrefix("didReceive") }.count == 2)
  }
}
