import Reprise
import RepriseTesting
import Testing
import TestSupport

@testable import Preservation

/// Failures are retried at growing intervals; no test waits for them.
@Suite struct RetryTests {
  /// The app's pending calls.
  private final class Later {
    var pauses: [Int] = []
    var bodies: [@MainActor () -> Void] = []

    func wait() {
      let body = bodies.removeLast()
      body()
    }
  }

  /// Keeps state where there is any.
  private final class Keeping: ApplicationDelegate {
    func application(
      _ application: Application, shouldSaveApplicationState coder: Coder
    ) -> Bool { true }
  }

  private let later = Later()
  private let delegate = Keeping()

  private func pilot() throws -> Pilot {
    let pilot = try Pilot.library(size: Size(width: 60, height: 12))
    pilot.application.eventLoop.callLater = { [later] delay, body in
      later.pauses.append(Int(delay / .seconds(1)))
      later.bodies.append(body)
    }
    return pilot
  }

  @Test func lastingFailureIsRetriedLessOften() throws {
    let pilot = try pilot()
    pilot.application.window.warning = "read-only"
    pilot.application.update()
    pilot.application.update()
    #expect(later.pauses == [1], "it is tried by one, however much happens meanwhile")
    for _ in 0..<7 { later.wait() }
    #expect(later.pauses == [1, 2, 4, 8, 16, 32, 60, 60])
  }

  @Test func anotherFailureIsTriedSoon() throws {
    let pilot = try pilot()
    pilot.application.window.warning = "read-only"
    pilot.application.update()
    for _ in 0..<3 { later.wait() }
    let outdated = try #require(later.bodies.last)
    pilot.application.window.warning = "no room left"
    pilot.application.update()
    #expect(later.pauses == [1, 2, 4, 8, 1])
    outdated()
    #expect(later.pauses.count == 5, "what was to be tried for the other one is not")
    later.wait()
    #expect(later.pauses == [1, 2, 4, 8, 1, 2])
  }

  @Test func recoveryEndsRetries() throws {
    let pilot = try pilot()
    pilot.application.window.warning = "read-only"
    pilot.application.update()
    later.wait()
    pilot.application.window.warning = nil
    later.wait()
    #expect(later.pauses == [1, 2])
    pilot.application.window.warning = "read-only"
    pilot.application.update()
    #expect(later.pauses == [1, 2, 1])
  }

  /// An app with an empty screen that it saves to a store.
  private func application(keeping store: StateStore) -> (Application, HeadlessTerminal) {
    let terminal = HeadlessTerminal(size: Size(width: 60, height: 12))
    let application = Application(delegate: delegate, device: terminal, store: store)
    application.eventLoop.callLater = { _, _ in }
    application.window.rootViewController = ViewController()
    return (application, terminal)
  }

  private static func hasFrame(_ terminal: HeadlessTerminal, saying text: String) -> Bool {
    terminal.frames.contains { $0.plainText().contains(text) }
  }

  @Test func savingProblemIsShownInTheFirstFrame() throws {
    let (application, terminal) = application(
      keeping: StateStore(unavailable: "the disk is read-only"))
    try application.launch()
    #expect(terminal.frames.count == 1)
    #expect(Self.hasFrame(terminal, saying: "nothing is being saved: the disk is read-only"))
  }

  /// A sync fails outside of every turn, so the app takes one to draw the warning.
  @Test func possibleWarningChangeTakesATurn() async throws {
    let store = try StateStore(archive: StateArchive(path: nil, keys: LoginKeyProvider()))
    let (application, terminal) = application(keeping: store)
    try application.launch()
    application.eventLoop.callSoon = { _ in }
    application.window.show(notice: "news")
    store.didChangeWarning()
    #expect(try await Wait.until { Self.hasFrame(terminal, saying: "news") })
  }

  @Test func aTurnTriesToOpenLostStateOnce() throws {
    var (count, changes) = (0, 0)
    let store = try StateStore(opening: {
      count += 1
      throw StateError.unwritable("the disk is read-only")
    })
    let (application, terminal) = application(keeping: store)
    application.window.globalActions.append(
      Action("test.change", "Change data", "Z", isHinted: false) { [unowned application] in
        changes += 1
        application.noteDataChange()
      })
    try application.launch()
    let before = count
    terminal.send(Array(repeating: .key(.character("Z")), count: 3))
    try #require(changes == 3)
    #expect(count == before + 1)
  }
}
