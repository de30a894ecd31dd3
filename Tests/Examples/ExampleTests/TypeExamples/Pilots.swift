import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

@testable import notes

@Suite @MainActor struct PilotExamples {
  @Test func aNoteSurvivesAKill() throws {
    let pilot = try Pilot(app: NotesApp.self)
    pilot.find("list").press(.character("n"))
    pilot.find("form/name").type("Milk")
    try pilot.restartAndRestore()
    #expect(pilot.find("form/name").text == "Milk")
  }

  @Test func aFieldIsFound() throws {
    let pilot = try Pilot(app: NotesApp.self)
    try pilot.press(.character("n"))
    let name: Element = pilot.find("form/name")
    #expect(name.exists && name.isFocused)
  }

  /// Compiled only: it takes half a minute.
  private func walkForLong() throws {
    try Pilot(app: NotesApp.self, audits: false).walk(10_000, seed: 7)
  }

  @Test func randomKeysLoseNothing() throws {
    try Pilot(app: NotesApp.self, audits: false).walk(20, seed: 7)
    let walk = RandomWalk(seed: 7)
    var numbers = SeededGenerator(seed: walk.seed)
    #expect(Int.random(in: 0..<10, using: &numbers) < 10)
  }

  @Test func aTableIsDraggedByItsRows() throws {
    let pilot = try Pilot(app: NotesApp.self)
    try pilot.drag(from: Point(x: 38, y: 1), to: Point(x: 38, y: 3))
    pilot.expectedRemarks = ["has no restoration identifier"]
    #expect(pilot.problems.isEmpty)
  }

  @Test func noStateMakesTheAppCrash() throws {
    let pilot = try Pilot(app: NotesApp.self, audits: false)
    let poisons: [PoisonedValue] = try pilot.poisonedValues()
    for poison in poisons.prefix(2) { try pilot.restart(on: poison) }
    #expect(!poisons.isEmpty)
  }

  @Test func theSavedObjectsAreListed() throws {
    let pilot = try Pilot(app: NotesApp.self)
    let lists = pilot.savedObjects.filter { (object: SavedObject) in object.identifier == "list" }
    #expect(lists.count == 1)
  }

  @Test func aScreenIsComparedWithItsPicture() throws {
    let source = TemporaryHome()
    let picture = Picture("hello", beside: source.path + "/HelloTests.swift")
    let frame = try Preview("hello", size: Size(width: 8, height: 1)) { ViewController() }.frame()
    #expect(throws: Picture.Difference.self, "the first run writes the picture") {
      try picture.verify(frame)
    }
    try picture.verify(frame)
  }

  @Test func aStateFileIsReadWithItsKey() throws {
    let home = TemporaryHome()
    LeftDirectories.note(home.path)
    let file = SavedStateFile(path: home.path + "/state.sqlite")
    let keys = try LoginKeyProvider(file: home.path + "/state.key")
    #expect(throws: (any Error).self) { try file.objects(keys: keys) }
  }
}
