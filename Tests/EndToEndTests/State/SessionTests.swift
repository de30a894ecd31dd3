import Foundation
import Reprise
import RepriseTesting
import Testing

/// Several programs, or several sessions, at once.
@Suite(.waitsForProcesses) struct SessionTests {
  @Test func twoProgramsGetTwoSessions() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open()
    let one = try first.press(script: "jjj<Enter>").visible
    let two = try second.press(script: "2j").visible
    try first.killEverything()
    try second.killEverything()
    let names = try FileManager.default.contentsOfDirectory(atPath: home.state + "/sessions")
    #expect(names.sorted() == ["main", "main-2"])
    for (name, picture) in [("main", one), ("main-2", two)] {
      let again = try home.open(["--session", name])
      #expect(again.picture.visible.difference(from: picture) == nil)
    }
  }

  @Test func sessionInUseIsRefused() throws {
    let home = try Home()
    let first = try home.open(["--session", "a"])
    let before = try first.press(script: "jj")
    let second = try home.launch(["--session", "a"])
    #expect(try second.waitForExit() == .exited(75))
    #expect(second.picture.modes == .usual)
    #expect(second.picture.text.contains("a"))
    try first.waitUntilIdle()
    #expect(first.picture.difference(from: before) == nil)
  }

  @Test(arguments: ["../a", "", "a/b", ".."])
  func invalidSessionNameIsRefused(_ name: String) throws {
    let home = try Home()
    let app = try home.launch(["--session", name])
    #expect(try app.waitForExit() == .exited(64))
    #expect(app.picture.modes == .usual)
  }

  @Test func freshStartQuarantinesTheOldState() throws {
    let home = try Home()
    let first = try home.open()
    let start = first.picture.visible
    try first.press(script: "jjj<Enter>")
    try first.killEverything()
    let saved = try home.bytes(of: home.stateFile())
    let fresh = try home.open(["--fresh"])
    let picture = fresh.picture.visible
    #expect(Array(picture.rows.prefix(21)) == Array(start.rows.prefix(21)))
    let notice = try #require(picture.lines.last)
    #expect(notice.contains("kept in"))
    let aside = home.files(under: home.state + "/quarantine")
    #expect(aside.contains { $0.key.hasSuffix("/state.sqlite") && $0.value == saved })
  }
}
