import Foundation
import Reprise
import RepriseTesting
import Terminal
import Testing

/// Changes around an app that the kit knows nothing of.
@Suite struct EventSourceTests {
  /// A lid that a test opens and closes.
  private final class LidEvents: SystemEventSource {
    let change = SystemChange("lid")
    var isOpen = true
    private(set) var isRunning = false
    private(set) var didChange: () -> Void = {}
    private var wasOpen = true

    func begin(in application: Application, didChange: @escaping () -> Void) {
      (isRunning, wasOpen, self.didChange) = (true, isOpen, didChange)
    }

    func end() { isRunning = false }

    func takeNews() -> SystemNews? {
      defer { wasOpen = isOpen }
      return isOpen == wasOpen ? nil : SystemNews(change, details: isOpen)
    }
  }

  private final class Ears {
    var told: [Bool?] = []
  }

  private let lid = LidEvents()
  private let ears = Ears()
  private let pilot: Pilot

  init() throws {
    pilot = try Pilot.showing { ViewController() }
    pilot.application.stopProcess = { true }
    pilot.application.register(lid)
  }

  private func observe() {
    pilot.application.observe(lid.change, with: ears) { [ears] news in
      ears.told.append(news.details as? Bool)
    }
  }

  @Test func aSourceRunsWhileItsChangeIsObserved() throws {
    #expect(!lid.isRunning)
    var passing: Ears? = Ears()
    if let passing { pilot.application.observe(lid.change, with: passing) {} }
    #expect(lid.isRunning)
    passing = nil
    try pilot.lookAround()
    #expect(!lid.isRunning)
  }

  @Test func aChangeIsReportedWithItsDetails() {
    observe()
    lid.isOpen = false
    lid.didChange()
    #expect(ears.told == [false])
    lid.didChange()
    #expect(ears.told == [false], "nothing changed since")
  }

  @Test func stoppedAppIsNotifiedOfTheNetChange() throws {
    observe()
    try pilot.send(.signal(.suspend))
    lid.isOpen = false
    lid.didChange()
    #expect(ears.told == [])
    try pilot.send(.signal(.resume))
    #expect(ears.told == [false])
    try pilot.send(.signal(.suspend))
    lid.isOpen = true
    lid.isOpen = false
    try pilot.send(.signal(.resume))
    #expect(ears.told == [false])
  }
}
