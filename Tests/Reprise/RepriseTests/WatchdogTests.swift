import Foundation
import Testing

@testable import Reprise

/// When the app is watched, and until when.
@Suite struct WatchdogTests {
  /// The requests to a watchdog.
  private final class Diary {
    var calls: [String] = []

    func watchdog() -> Watchdog {
      Watchdog(
        arm: { [self] in calls.append($0 ? "on, again" : "on") },
        disarm: { [self] in calls.append("off") })
    }
  }

  @Test func slowWorkPausesTheWatchdog() {
    let diary = Diary()
    let watchdog = diary.watchdog()
    watchdog.begin(startingAgain: true)
    watchdog.lookAway { diary.calls.append("disk") }
    watchdog.end()
    #expect(diary.calls == ["on, again", "off", "disk", "on, again", "off"])
  }

  /// Else an app that has long been launched would be ended while it waits for a key.
  @Test func watchdogStopsAtTheEnd() {
    let diary = Diary()
    let watchdog = diary.watchdog()
    watchdog.watch {}
    diary.calls = []
    watchdog.lookAway { diary.calls.append("disk") }
    #expect(diary.calls == ["disk"])
  }

  private final class Delegate: ApplicationDelegate {}

  /// A missing connection fails only when it is needed, so it is reported before.
  @Test func missingConnectionsAreNamed() {
    let delegate = Delegate()
    let application = Application(
      delegate: delegate, device: HeadlessTerminal(), store: StateStore(unavailable: "test"))
    #expect(application.lifeCycle.services.gaps.count == 2)
    application.stopProcess = { true }
    #expect(
      application.lifeCycle.services.gaps == ["nothing ends the app if it hangs: set its watchdog"])
    application.watchdog = Diary().watchdog()
    #expect(application.lifeCycle.services.gaps == [])
  }

  @Test func midnightIsWhereTheDayBegins() {
    let now = Date()
    let then = now.addingTimeInterval(Double(SystemWatch.secondsToMidnight()))
    #expect(then > now)
    #expect(abs(then.timeIntervalSince(Calendar.current.startOfDay(for: then))) < 5)
  }
}
