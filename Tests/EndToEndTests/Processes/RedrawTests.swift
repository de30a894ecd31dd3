import Glibc
import Reprise
import RepriseTesting
import Testing

/// Redrawing the screen during typing.
@Suite(.waitsForProcesses) struct RedrawTests {
  /// Enter moves down a field and the arrow moves back up; if one Enter were lost, another field would have the
  /// focus.
  @Test func redrawingLosesNoKey() throws {
    let home = try Home(isEmpty: true)
    let app = try home.open()
    let before = try app.press(script: "n").visible
    for round in 0..<200 {
      app.type("\u{0C}")
      usleep(UInt32(round % 10) * 150)
      app.type("\r")
      usleep(4_000)
      app.type("\u{1B}OA")
    }
    let after = try app.waitUntilIdle().visible
    #expect(after.difference(from: before) == nil)
  }

  @Test func redrawingTurnsNoFeatureOfTheTerminalOnTwice() throws {
    let home = try Home()
    let app = try home.launch()
    app.terminal.features.isOn = true
    try app.wait(for: { app.terminal.features.changes == ["2031", "2048", "keyboard 5"] })
    try app.waitUntilIdle()
    app.type("\u{1B}[108;5u")
    app.type("\u{1B}[108;5u")
    try app.waitUntilIdle()
    #expect(app.terminal.features.keyboard == [5])
    try app.killEverything()
  }

  /// The guardian knows them as soon as they are on.
  @Test func killedAppLeavesNoFeatureOn() throws {
    let home = try Home()
    let app = try home.launch()
    app.terminal.features.isOn = true
    try app.wait(for: { app.terminal.features.changes == ["2031", "2048", "keyboard 5"] })
    app.signal(SIGKILL, to: try #require(app.app))
    _ = try app.waitForExit()
    #expect(app.terminal.features.changes == [])
    #expect(app.picture.modes == .usual)
  }
}
