import Reprise
import RepriseTesting
import Testing

/// Time as a test has it: none passes but what it says.
@Suite struct ClockTests {
  private final class Ticker: ViewController {
    let label = Label("nothing yet")

    override func viewDidLoad() {
      label.frame = Rect(x: 0, y: 0, width: 40, height: 1)
      view.addSubview(label)
    }
  }

  private struct App: RepriseApp {
    let name = "ticker"
    func root(_ application: Application) -> ViewController { Ticker() }
  }

  private let pilot: Pilot

  init() throws {
    pilot = try Pilot(app: App.self)
  }

  private var label: Label {
    get throws { try #require(pilot.application.window.rootViewController as? Ticker).label }
  }

  @Test func timersGoOffWhenTheirTimeHasCome() throws {
    let label = try label
    pilot.application.perform(after: .seconds(60)) { label.text = "a minute" }
    pilot.application.perform(after: .milliseconds(1500)) { label.text = "soon" }
    try pilot.advance(by: .seconds(1))
    #expect(pilot.screen.hasPrefix("nothing yet"))
    try pilot.advance(by: .seconds(1))
    #expect(pilot.screen.hasPrefix("soon"))
    try pilot.advance(by: .seconds(58))
    #expect(pilot.screen.hasPrefix("a minute"))
  }

  @Test func timersStartedByATimerUseTheSameClock() throws {
    var ticks = 0
    func tick() {
      ticks += 1
      pilot.application.perform(after: .seconds(1)) { tick() }
    }
    tick()
    try pilot.advance(by: .seconds(3600))
    #expect(ticks == 3601)
  }

  @Test func canceledCallsAndDeadAppsMakeNoCalls() throws {
    var calls = 0
    pilot.application.perform(after: .seconds(1)) { calls += 1 }.cancel()
    pilot.application.perform(after: .seconds(1)) { calls += 1 }
    try pilot.restartAndRestore()
    try pilot.advance(by: .seconds(10))
    #expect(calls == 0)
  }

  @Test func tasksAreWaitedFor() async throws {
    let label = try label
    Task { label.text = "from a task" }
    try await pilot.waitForTasks()
    #expect(pilot.screen.hasPrefix("from a task"))
    pilot.application.perform(inBackground: { _ in 7 }) { result in
      label.text = "worked: \((try? result.get()) ?? 0)"
    }
    try await pilot.waitForTasks()
    #expect(pilot.screen.hasPrefix("worked: 7"))
  }

  @Test func aTaskSleepsOnTheClockOfTheTest() async throws {
    let label = try label
    pilot.application.perform { [application = pilot.application] in
      await application.sleep(for: .seconds(3600))
      label.text = "slept"
    }
    try await pilot.waitForTasks()
    #expect(pilot.application.backgroundWork.tasks == 1)
    try pilot.advance(by: .seconds(3600))
    try await pilot.waitForTasks()
    #expect(pilot.application.backgroundWork.tasks == 0)
    #expect(pilot.screen.hasPrefix("slept"))
  }
}
