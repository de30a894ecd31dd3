import Reprise
import RepriseTesting
import Terminal
import Testing

/// Timers that are not needed without the focus.
@Suite struct ActiveTimerTests {
  private func pilot() throws -> Pilot {
    try Pilot.showing { ViewController() }
  }

  @Test func rule_8_4_aTimerStopsWithoutTheFocusAndBeginsAnewWithIt() throws {
    let pilot = try pilot()
    var calls = 0
    pilot.application.performWhileActive(after: .seconds(10)) { calls += 1 }
    try pilot.advance(by: .seconds(9))
    try pilot.send(.focus(false))
    try pilot.advance(by: .seconds(100))
    #expect(calls == 0, "it kept running without the focus")
    try pilot.send(.focus(true))
    try pilot.advance(by: .seconds(9))
    #expect(calls == 0, "it did not restart")
    try pilot.advance(by: .seconds(1))
    #expect(calls == 1)
    try pilot.send(.focus(false))
    try pilot.send(.focus(true))
    try pilot.advance(by: .seconds(100))
    #expect(calls == 1, "it came a second time")
  }

  @Test func timerStartedWithoutFocusWaitsForIt() throws {
    let pilot = try pilot()
    try pilot.send(.focus(false))
    var calls = 0
    pilot.application.performWhileActive(after: .seconds(1)) { calls += 1 }
    try pilot.advance(by: .seconds(5))
    #expect(calls == 0)
    try pilot.send(.focus(true))
    try pilot.advance(by: .seconds(1))
    #expect(calls == 1)
  }

  @Test func canceledTimerNeverFires() throws {
    let pilot = try pilot()
    var calls = 0
    let timer = pilot.application.performWhileActive(after: .seconds(1)) { calls += 1 }
    timer.cancel()
    try pilot.send(.focus(false))
    try pilot.send(.focus(true))
    try pilot.advance(by: .seconds(5))
    #expect(calls == 0)
  }
}
