import Reprise
import RepriseTesting
import Testing

@Suite struct InspectorTests {
  private func inspected() throws -> Pilot {
    let pilot = try Pilot.library(size: Size(width: 70, height: 40))
    try pilot.press(KeyPress(.down))
    try pilot.restartAndRestore()
    InspectorViewController.show(in: pilot.application)
    try pilot.press(.character("r"))
    return pilot
  }

  @Test func inspectorShowsSavedObjectsAndReasons() throws {
    let pilot = try inspected()
    // The first look still finds the change that showed the inspector.
    try pilot.press(.character("r"))
    let lines = pilot.screen.split(separator: "\n").map(String.init)
    func holds(_ words: String...) -> Bool {
      lines.contains { line in words.allSatisfy { line.contains($0) } }
    }
    #expect(holds("Saving") && holds("Interface") && holds("Last launch"))
    #expect(holds("kill-safe:", "stored", "µs"))
    #expect(holds("● TabBarController “tabs”"))
    #expect(holds("●", "ShelfViewController “shelf”"))
    #expect(holds("○", "has no restoration identifier"))
    #expect(holds("● One/shelf: restored") || holds("● tabs/One/shelf: restored"))
  }

  @Test func aChangeOfThisTurnIsMarked() throws {
    let pilot = try inspected()
    let lines = pilot.screen.split(separator: "\n")
    #expect(lines.contains { $0.contains("◆ changed in this turn:") })
  }

  @Test func inspectorIsRestoredAndCloses() throws {
    let pilot = try inspected()
    try pilot.restartAndRestore()
    #expect(pilot.application.window.frontController is InspectorViewController)
    try pilot.press(KeyPress(.escape))
    #expect(!(pilot.application.window.frontController is InspectorViewController))
  }

  @Test func inspectorIsFilledImmediately() throws {
    let pilot = try Pilot.library(size: Size(width: 70, height: 40))
    InspectorViewController.show(in: pilot.application)
    try pilot.settle()
    #expect(pilot.screen.contains("Last launch"), "\(pilot.screen)")
    #expect(pilot.screen.contains("ShelfViewController"), "\(pilot.screen)")
  }
}
