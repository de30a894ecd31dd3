import Reprise
import RepriseTesting
import Testing

/// Background tasks after the app is suspended: contract 1.2.3, 1.6.5 and 8.5.2.
@Suite struct Section1TaskTests {
  private let rehearsal: Rehearsal
  private var application: Application { rehearsal.application }
  private var plan: Plan { rehearsal.plan }

  init() throws {
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    rehearsal = try Rehearsal(plan)
    _ = try rehearsal.launch()
  }

  @Test func rule_1_6_5_theShellHasTheTerminalWhileATaskRuns() {
    let task = application.beginBackgroundTask(withName: "tidying")
    #expect(rehearsal.send(.signal(.suspend)).suffix(2) == ["terminal given back", "job stopped"])
    #expect(application.backgroundTimeRemaining <= .seconds(30))
    plan.diary = []
    application.endBackgroundTask(task)
    #expect(plan.diary == ["process stopped"])
  }

  @Test func rule_1_2_3_aTasksChangesAreStoredWhenItEnds() throws {
    let screen = try #require(application.window.rootViewController as? Screen)
    let task = application.beginBackgroundTask(withName: "writing")
    _ = rehearsal.send(.signal(.suspend))
    screen.word = "written in the background"
    plan.diary = []
    application.endBackgroundTask(task)
    #expect(plan.diary == ["screen encode", "process stopped"])
    _ = try rehearsal.relaunch()
    let restored = try #require(application.window.rootViewController as? Screen)
    #expect(restored.word == "written in the background")
  }

  @Test func rule_1_2_3_dataChangedInTheBackgroundIsPowerSafeBeforeTheAppStops() throws {
    let screen = try #require(application.window.rootViewController as? Screen)
    let task = application.beginBackgroundTask(withName: "writing")
    _ = rehearsal.send(.signal(.suspend))
    plan.flushData = { [plan] in plan.diary.append("data flushed") }
    screen.word = "written in the background"
    plan.diary = []
    application.endBackgroundTask(task)
    #expect(plan.diary == ["screen encode", "data flushed", "process stopped"])
    #expect(rehearsal.resume(inBackground: true) == ["data flushed", "process stopped"])
    let calls = rehearsal.send(.signal(.terminate))
    #expect(calls.firstIndex(of: "data flushed") == 0, "also before leaving: \(calls)")
  }

  @Test func rule_1_6_5_theAppStopsAfterTheLastTask() {
    let first = application.beginBackgroundTask(withName: "first")
    let second = application.beginBackgroundTask(withName: "second")
    _ = rehearsal.send(.signal(.suspend))
    plan.diary = []
    application.endBackgroundTask(first)
    application.endBackgroundTask(first)
    #expect(plan.diary.isEmpty, "ending a task twice ends no other task")
    application.endBackgroundTask(second)
    #expect(plan.diary == ["process stopped"])
  }

  @Test func rule_1_6_5_aTaskThatEndedEarlierNeedsNoTime() {
    application.endBackgroundTask(application.beginBackgroundTask(withName: "short"))
    #expect(rehearsal.send(.signal(.suspend)).last == "process stopped")
  }

  @Test func rule_1_6_5_aTaskContinuesInTheForeground() {
    let task = application.beginBackgroundTask(withName: "long")
    _ = rehearsal.send(.signal(.suspend))
    #expect(rehearsal.resume().last == "frame")
    #expect(application.backgroundTimeRemaining > .seconds(3600))
    plan.diary = []
    application.endBackgroundTask(task)
    #expect(plan.diary.isEmpty, "an app in the foreground is not stopped")
  }

  @Test(.timeLimit(.minutes(60))) func rule_1_6_5_anEndlessTaskRunsOutOfTime() async throws {
    application.lifeCycle.suspension.backgroundPeriod = .milliseconds(30)
    _ = application.beginBackgroundTask(withName: "endless") { [plan] in
      plan.diary.append("expired")
    }
    _ = rehearsal.send(.signal(.suspend))
    plan.diary = []
    while plan.diary.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(plan.diary == ["expired", "process stopped"])
    #expect(application.restorationReport.remarks.contains { $0.contains("endless") })
  }

  @Test func rule_8_5_2_aTaskHasThirtySeconds() {
    _ = application.beginBackgroundTask(withName: "task")
    _ = rehearsal.send(.signal(.suspend))
    let remaining = application.backgroundTimeRemaining
    // A machine under load may use up some of it.
    #expect(remaining > .seconds(20) && remaining <= .seconds(30))
  }

  @Test(.timeLimit(.minutes(60))) func rule_8_5_2_aTaskIsNotifiedWhenItsTimeIsOver() async throws {
    application.lifeCycle.suspension.backgroundPeriod = .milliseconds(300)
    let screen = try #require(application.window.rootViewController as? Screen)
    var remaining: [Duration] = []
    var task: BackgroundTaskIdentifier?
    task = application.beginBackgroundTask(withName: "task") { [application, plan] in
      plan.diary.append("expired")
      remaining.append(application.backgroundTimeRemaining)
      screen.word = "written at the last moment"
      task.map(application.endBackgroundTask)
    }
    let start = ContinuousClock.now
    #expect(rehearsal.send(.signal(.suspend)).last == "job stopped", "it keeps running")
    remaining.append(application.backgroundTimeRemaining)
    while plan.diary.last != "process stopped" { try await Task.sleep(for: .milliseconds(5)) }
    let elapsed = ContinuousClock.now - start
    #expect(elapsed >= .milliseconds(300), "not before")
    #expect(remaining.count == 2)
    #expect(remaining.first.map { $0 > .zero && $0 <= .milliseconds(300) } == true)
    #expect(remaining.last == .zero)
    #expect(
      plan.diary.suffix(3) == ["expired", "screen encode", "process stopped"], "stopped once")
    #expect(application.restorationReport.remarks == [], "it ended on request")
  }

  @Test(.timeLimit(.minutes(60)))
  func rule_8_5_2_anEarlierDeadlineDoesNotEndALaterTask() async throws {
    _ = application.beginBackgroundTask(withName: "long") { [plan] in plan.diary.append("expired") }
    application.lifeCycle.suspension.backgroundPeriod = .milliseconds(50)
    _ = rehearsal.send(.signal(.suspend))
    _ = rehearsal.resume()
    application.lifeCycle.suspension.backgroundPeriod = .seconds(36_000)
    _ = rehearsal.send(.signal(.suspend))
    try await Task.sleep(for: .milliseconds(300))
    #expect(!plan.diary.contains("expired"))
    #expect(application.backgroundTimeRemaining > .seconds(30_000))
  }

  @Test func rule_1_6_5_withoutAShellATaskGetsNoTime() {
    plan.canStop = false
    _ = application.beginBackgroundTask(withName: "hopeful") { [plan] in
      plan.diary.append("expired")
    }
    #expect(rehearsal.send(.signal(.suspend)).contains("expired"))
    #expect(application.state == .active, "without a shell it doesn't stop")
  }

  /// A task that ran out of time delays no later stop, nor a task that ends in a later background period.
  @Test(.timeLimit(.minutes(60)))
  func rule_1_6_5_aTimedOutTaskIsOver() async throws {
    application.lifeCycle.suspension.backgroundPeriod = .milliseconds(30)
    _ = application.beginBackgroundTask(withName: "endless")
    _ = rehearsal.send(.signal(.suspend))
    while plan.diary.last != "process stopped" { try await Task.sleep(for: .milliseconds(5)) }
    _ = rehearsal.resume()
    application.lifeCycle.suspension.backgroundPeriod = .seconds(36_000)
    #expect(rehearsal.send(.signal(.suspend)).last == "process stopped")
    _ = rehearsal.resume()
    let task = application.beginBackgroundTask(withName: "short")
    _ = rehearsal.send(.signal(.suspend))
    plan.diary = []
    application.endBackgroundTask(task)
    #expect(plan.diary == ["process stopped"])
  }
}
