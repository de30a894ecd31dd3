import Foundation
import RepriseTesting
import Testing

/// How long an app may be awake that its connection woke (contract 8.8.5).
@Suite(.waitsForProcesses) struct SleepLimitTests {
  private let app: ConnectedApp
  private var shell: PTYProcess { app.shell }

  init() throws {
    app = try ConnectedApp()
  }

  /// How long it takes until the app is stopped.
  private func timeAwake() throws -> Duration {
    let start = ContinuousClock.now
    try app.waitUntilStopped()
    return ContinuousClock.now - start
  }

  /// It hangs in its handler, so only the watch can stop it.
  @Test func rule_8_8_5_aHandlerThatNeverEndsIsStopped() throws {
    try app.sleep("--hold line")
    // Earlier extra time does not count.
    try app.peer.send("a")
    try shell.wait(for: { app.peer.isRead })
    try app.waitUntilStopped()
    try app.peer.send("H")
    try shell.wait(for: { access(app.app.holdFile, F_OK) == 0 })
    #expect((.seconds(8) ... .seconds(12)).contains(try timeAwake()))
    // It would hang again.
    try app.peer.send("bc")
    usleep(500_000)
    #expect(try app.isStopped())
    try FileManager.default.removeItem(atPath: app.app.holdFile)
    try app.comeBack(to: "page base, letters 4")
  }

  @Test func rule_8_8_5_aHandlerThatWaitsIsStoppedAndWhatItDidIsStored() throws {
    try app.sleep()
    try app.peer.send("aW")
    try app.waitUntilAwake()
    #expect((.seconds(8) ... .seconds(12)).contains(try timeAwake()))
    // Unread data do not wake it again; new data do.
    usleep(500_000)
    #expect(try app.isStopped())
    try app.peer.send("b")
    try app.waitUntilAwake()
    #expect((.seconds(8) ... .seconds(12)).contains(try timeAwake()))
    usleep(500_000)
    #expect(try app.isStopped())
    try shell.killEverything()
    let again = try app.app.start()
    try again.wait(for: "page base, letters 1")
  }

  @Test func rule_8_8_5_aTaskOfTheHandlerHasMoreTime() throws {
    try app.sleep()
    try app.peer.send("aT")
    try app.waitUntilAwake()
    #expect((.seconds(11) ... .seconds(20)).contains(try timeAwake()))
    try shell.killEverything()
    let again = try app.app.start()
    try again.wait(for: "page base, letters 2")
  }

  @Test func rule_8_5_2_dataAreHeardAfterTheTasksOfCtrlZHaveEnded() throws {
    try app.start("--background 1")
    shell.type("t")
    try app.suspend()
    try shell.wait(for: { app.watches.count == 1 })
    #expect(try timeAwake() < .seconds(5))
    try app.peer.send("abc")
    try shell.wait(for: { app.peer.isRead })
    try app.waitUntilStopped()
    try app.comeBack(to: "page base, letters 3")
  }
}
