import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Where drafts are listed, and which row is selected after a form closes.
@Suite struct DraftPlaceTests {
  private func app(_ keys: String, size: Size = Size(width: 99, height: 24)) throws -> SampleApp {
    let app = try SampleApp(size: size)
    try app.keys(keys)
    return app
  }

  @Test(arguments: ["nLadd<Esc>", "GnLadd<Esc>", "/knife<Esc>GnLadd<Esc>"])
  func aNewDraftIsInViewAndSelected(_ keys: String) throws {
    let app = try app(keys)
    #expect(app.pilot.screen.contains("✎ Ladd"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("New: Ladd"))
    #expect(app.pilot.problems == [])
  }

  @Test func leavingADraftKeepsItsItemSelected() throws {
    let app = try app("Gk")
    try app.keys("e II<Esc>")
    #expect(app.pilot.screen.contains("✎ 1 draft"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("‹ Items"), "the item, not the draft, was selected")
    try app.keys("e")
    #expect(app.pilot.screen.contains(" II"), "its draft opens again")
  }

  /// The mark is at the left edge of the item's row as long as the draft exists.
  @Test func theRowOfAnItemWithADraftIsMarked() throws {
    let app = try app("j")
    let marked = { app.pilot.screen.contains("✎Chef's knife") }
    #expect(!marked())
    try app.keys("e II<Esc>")
    #expect(marked(), "\(app.pilot.screen)")
    try app.pilot.restartAndRestore()
    #expect(marked(), "\(app.pilot.screen)")
    try app.keys("/knife<Enter>")
    #expect(marked(), "in a filtered list, which has no drafts of its own")
    try app.keys("<Esc>ggD")
    #expect(!marked(), "\(app.pilot.screen)")
    try app.keys("u")
    #expect(marked(), "\(app.pilot.screen)")
    #expect(app.pilot.problems == [])
  }

  @Test(arguments: ["GnLadder<Esc>Gk", "GnLadder<Esc>/knife<Enter>", "GnLadder<Esc>2<Enter>"])
  func aClickOnTheMarkShowsTheDrafts(_ keys: String) throws {
    let app = try app(keys)
    // The mark is at the right end of the row of tabs.
    try app.pilot.click(x: 93, y: 22)
    #expect(app.pilot.screen.contains("✎ Ladder"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("New: Ladder"))
    #expect(app.pilot.problems == [])
  }

  @Test func aSavedNewItemIsSelected() throws {
    let app = try app("nZebra<^S>")
    #expect(app.pilot.screen.contains("Added “Zebra”"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("‹ Items  Zebra"))
    try app.keys("<Esc>nAardvark<^S><Enter>")
    #expect(app.pilot.screen.contains("‹ Items  Aardvark"))
    #expect(app.pilot.problems == [])
  }

  /// A kill between storing the item and storing the state.
  @Test(arguments: ["GnMirror", "/tea<Enter>nMirror", "2<Enter><Enter>/tea<Enter>nMirror"])
  func aKillRightAfterSavingEndsLikeSaving(_ keys: String) throws {
    let (app, other) = (try app(keys), try app(keys + "<^S>"))
    let drafts = try DraftStore(directory: app.directory)
    let draft = try #require(try drafts.drafts().first)
    var item = Item(uuid: draft.uuid, name: "Mirror")
    item.quantity = 1
    try InventoryStore(directory: app.directory).changes.perform(.createItem(item), session: "main")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == other.pilot.frame, "\(app.pilot.screen)")
    #expect(app.pilot.problems == [])
  }

  @Test func anItemSavedFromItsDraftIsSelected() throws {
    let app = try app("G")
    try app.keys("e II<Esc>gg<Enter><^S><Enter>")
    #expect(app.pilot.screen.contains(" II "), "\(app.pilot.screen)")
  }

  /// Keys may arrive although the terminal has lost the focus.
  @Test func theListBehindAFormIsUpToDate() throws {
    let app = try app("nLadder<Esc>", size: Size(width: 120, height: 40))
    try app.pilot.send(.focus(false))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("New: Ladder"))
    #expect(!app.pilot.screen.contains("✎"), "\(app.pilot.screen)")
    #expect(app.pilot.problems == [])
  }
}
