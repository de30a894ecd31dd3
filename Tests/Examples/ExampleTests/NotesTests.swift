import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import notes

@Suite @MainActor struct NotesTests {
  private func pilot(restarts: Bool = false) throws -> Pilot {
    try Pilot(
      app: NotesApp.self, size: Size(width: 60, height: 16), restartsAfterEveryEvent: restarts)
  }

  @Test(arguments: [false, true])
  func noteIsWrittenSavedExportedAndDeleted(_ restarts: Bool) throws {
    let pilot = try pilot(restarts: restarts)
    try pilot.press(.character("n"))
    pilot.find("form/name").type("Milk")
    pilot.find("form/about").type("two bottles")
    try pilot.press(.control("s"))
    #expect(pilot.screen.contains("Notes: 1"))
    #expect(pilot.find("list/table").text.hasPrefix(" Milk"))
    if !restarts {  // An export and its question aren't restored.
      try pilot.press(.character("X"))
      #expect(pilot.screen.contains("1 notes are in notes.txt"))
      try pilot.press(.character("x"), KeyPress(.escape))
      #expect(pilot.screen.contains("Notes: 1"), "Esc deletes nothing")
      try pilot.press(.character("x"), KeyPress(.right), KeyPress(.enter))
      #expect(pilot.screen.contains("Notes: 0"))
    }
  }

  @Test func draftIsListed() throws {
    let pilot = try pilot()
    try pilot.press(.character("n"))
    pilot.find("form/name").type("Bre").press(KeyPress(.left))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try pilot.press(KeyPress(.escape))
    #expect(pilot.find("table").text.contains("Bre") && pilot.screen.contains("✎"))
    try pilot.press(KeyPress(.enter), KeyPress(.end), .character("d"), .control("s"))
    #expect(pilot.screen.contains("Notes: 1") && !pilot.screen.contains("✎"))
  }
}

@Suite(.waitsForProcesses) struct NotesKillTests {
  @Test func notesRestoreHalfAWordAfterAKill() throws {
    let home = TemporaryHome()
    func open() throws -> PTYProcess {
      let app = try PTYProcess(product: "notes", environment: ["HOME": home.path])
      try app.wait { $0.modes.contains(.alternateScreen) }
      return app
    }
    let app = try open()
    app.type("nHalf a word")
    app.press(KeyPress(.left))
    let before = try app.waitUntilIdle()
    #expect(before.text.contains("Half a word"))
    try app.killEverything()
    #expect(try open().waitUntilIdle().difference(from: before) == nil)
  }
}
