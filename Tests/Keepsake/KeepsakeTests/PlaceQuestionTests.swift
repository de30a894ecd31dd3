import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Deleting a place with contents asks what to do with them.
@Suite struct PlaceQuestionTests {
  private let app: SampleApp

  init() throws {
    app = try SampleApp()
    try app.keys("2j")
  }

  private func shows(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  private func places() throws -> [String] {
    try InventoryStore(directory: app.directory).places.children(of: nil).map(\.name)
  }

  @Test func theQuestionCountsThePlacesContents() throws {
    try app.keys("x")
    #expect(shows("Delete “Home”?"), "\(app.pilot.screen)")
    #expect(shows("It contains 28 items and"))
    #expect(try places().contains("Home"))
    let frame = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == frame)
    #expect(app.pilot.problems == [])
  }

  @Test func deletingThePlaceCanMoveItsContentsUp() throws {
    let items = try InventoryStore(directory: app.directory).database.counts.live
    try app.keys("xm")
    #expect(shows("Deleted “Home” — u undo"), "\(app.pilot.screen)")
    #expect(try !places().contains("Home"))
    #expect(try InventoryStore(directory: app.directory).database.counts.live == items)
    try app.keys("u")
    #expect(try places() == ["Garden", "Home"])
    #expect(app.pilot.problems == [])
  }

  @Test func deletingThePlaceCanTrashItsContents() throws {
    try app.keys("xd")
    #expect(shows("Deleted “Home”"))
    #expect(try InventoryStore(directory: app.directory).database.counts.live == 2)
    try app.keys("u")
    #expect(try InventoryStore(directory: app.directory).database.counts.live == 30)
  }

  @Test(arguments: ["<Esc>", "<^C>"]) func cancelingTheQuestionChangesNothing(_ key: String) throws
  {
    let before = app.pilot.frame
    try app.keys("x\(key)")
    #expect(app.pilot.frame == before)
    #expect(try places() == ["Garden", "Home"])
  }

  @Test(arguments: ["m", "d"]) func keysTypedAheadDoNotAnswer(_ key: String) throws {
    app.pilot.terminal.send(KeyScript("x\(key)").keys.map(TerminalEvent.key))
    #expect(shows("Delete “Home”?"))
    #expect(try places() == ["Garden", "Home"])
    try app.keys(key)
    #expect(try !places().contains("Home"))
  }

  @Test func keysTypedBeforeTheFirstFrameDoNotAnswerARestoredQuestion() throws {
    try app.keys("x")
    try app.pilot.restartAndRestore(hasWaitingInput: true)
    try app.keys("d")
    #expect(shows("Delete “Home”?"))
    try app.keys("d")
    #expect(try places() == ["Garden"])
  }

  @Test func otherKeysDoNothing() throws {
    try app.keys("x")
    let before = try places()
    try app.keys("uxy<Enter>h<Left>1<^R>")
    #expect(shows("Delete “Home”?"))
    #expect(try places() == before)
  }

  @Test func anEmptyPlaceIsDeletedWithoutAQuestion() throws {
    try InventoryStore(directory: app.directory)
      .changes.perform(.createPlace(Place(name: "Attic")), session: "other")
    try app.keys("ggx")
    #expect(shows("Deleted “Attic” — u undo"), "\(app.pilot.screen)")
  }

  @Test func theQuestionClosesIfThePlaceWasDeletedElsewhere() throws {
    try app.keys("x")
    let store = try InventoryStore(directory: app.directory)
    let home = try #require(try store.places.children(of: nil).first { $0.name == "Home" })
    try store.changes.perform(.trashPlace(home.uuid, contents: .moveUp), session: "other")
    try app.keys("d")
    #expect(!shows("Delete “Home”?"))
    #expect(try store.database.counts.live == 30, "none of its contents were deleted")
    #expect(app.pilot.problems == [])
  }

  @Test func placesDoNotOfferEditing() throws {
    #expect(!shows("Edit"))
    try app.keys("<Enter>")
    #expect(try app.pilot.screen.contains("Edit") == (selectedIsItem()))
  }

  private func selectedIsItem() throws -> Bool { !app.pilot.screen.contains("▸") }
}
