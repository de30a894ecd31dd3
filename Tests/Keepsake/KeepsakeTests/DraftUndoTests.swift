import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Undo restores a discarded draft, and always reverts the change that was named last.
@Suite struct DraftUndoTests {
  private let app: SampleApp

  init() throws { app = try SampleApp() }

  private func shows(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  @Test(arguments: ["x", "D", "<Del>"]) func undoRestoresADiscardedDraft(_ key: String) throws {
    try app.keys("j")
    let items = try InventoryStore(directory: app.directory).database.counts
    try app.keys("e II<Esc>gg\(key)")
    #expect(shows("Discarded the draft “Chef's knife II” — u undo"), "\(app.pilot.screen)")
    #expect(!shows("✎"))
    try app.keys("u")
    #expect(shows("Undone: discarded the draft “Chef's knife II”"))
    #expect(shows("✎ Chef's knife II"))
    #expect(shows("✎ 1 draft"))
    try app.keys("<^R>")
    #expect(shows("Redone: discarded the draft “Chef's knife II”"))
    #expect(!shows("✎"))
    try app.pilot.restartAndRestore()
    try app.keys("u<Enter>")
    #expect(shows("Edit: Chef's knife II"), "the restored draft is selected")
    #expect(try InventoryStore(directory: app.directory).database.counts == items)
    #expect(app.pilot.problems == [])
  }

  @Test func undoReachesDiscardedDraftsInOrder() throws {
    try app.keys("nOne<Esc>Dnewer<^C>")
    try app.keys("jx")
    #expect(shows("Moved"))
    try app.keys("u")
    #expect(shows("Undone: moved"))
    try app.keys("u")
    #expect(shows("Undone: discarded the draft “One”"))
  }

  @Test func theFormsButtonDiscardsTheSameWay() throws {
    try app.keys("nLamp<Shift-Tab><Enter>")
    #expect(shows("Discarded the draft “Lamp” — u undo"), "\(app.pilot.screen)")
    try app.keys("u<Enter>")
    #expect(shows("New: Lamp"))
    #expect(app.pilot.problems == [])
  }

  @Test func discardingAnEmptyFormIsNotAChange() throws {
    try app.keys("n<Shift-Tab><Enter>")
    #expect(!shows("iscarded"))
    try app.keys("u")
    #expect(shows("Nothing to undo"))
  }

  /// A kill may come between any two steps; restarting after every key covers most of them.
  @Test func discardAndUndoSurviveARestartAfterEveryKey() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("nLamp<Esc>Du<Enter>")
    #expect(app.pilot.screen.contains("New: Lamp"))
    #expect(app.pilot.problems == [])
  }

  @Test func aKillBeforeTheDraftIsDeletedEndsAsLogged() throws {
    try app.keys("nLamp<Esc>")
    // The state after a kill between writing the log and deleting the draft.
    let store = try InventoryStore(directory: app.directory)
    let drafts = try DraftStore(directory: app.directory)
    let draft = try #require(try drafts.drafts().first)
    try store.changes.perform(.discardDraft(draft.uuid, name: "Lamp"), session: "main")
    try app.pilot.restartAndRestore()
    #expect(shows("Discarded the draft “Lamp” — u undo"))
    #expect(!shows("✎"))
    try app.keys("u")
    #expect(shows("✎ Lamp"))
  }

  /// The draft that undo restored is selected, as without the kill.
  @Test func aKillAfterUndoSelectsTheRestoredDraft() throws {
    try app.keys("nOne<Esc>nTwo<Esc>ggD")
    #expect(shows("Discarded the draft “Two” — u undo") && app.lineUnderCursor.contains("One"))
    // As after a kill between writing the log and saving the state.
    let store = try InventoryStore(directory: app.directory)
    let drafts = try DraftStore(directory: app.directory)
    let undone = try #require(try store.changes.nextUndo(session: "main")?.uuid)
    _ = try drafts.restore(undone)
    _ = try store.changes.undo(session: "main")
    try app.pilot.restartAndRestore()
    #expect(shows("Undone: discarded the draft “Two”"))
    #expect(app.lineUnderCursor.contains("Two"))
  }

  @Test func aKillBeforeTheFormClosesEndsAsLogged() throws {
    try app.keys("nLamp")
    let store = try InventoryStore(directory: app.directory)
    let drafts = try DraftStore(directory: app.directory)
    let draft = try #require(try drafts.drafts().first)
    try store.changes.perform(.discardDraft(draft.uuid, name: "Lamp"), session: "main")
    try app.pilot.restartAndRestore()
    #expect(shows("Discarded the draft “Lamp” — u undo"))
    #expect(!shows("New: Lamp"))
    #expect(!shows("✎"))
  }
}
