import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Discarded drafts, which undo can restore.
@Suite(.leavesMainActorAlone) struct DiscardingTests {
  let home: InventoryHome
  let drafts: DraftStore

  init() throws {
    home = try InventoryHome()
    drafts = try DraftStore(directory: home.path + "/data")
  }

  private func draft(_ name: String, session: String? = nil) throws -> Draft {
    var draft = Draft(session: session)
    draft.fields[.name] = name
    try drafts.put([draft])
    return draft
  }

  @Test func aDiscardedDraftIsHiddenUntilRestored() throws {
    let draft = try draft("Tea", session: "a")
    #expect(try drafts.discard(draft.uuid, of: "a"))
    #expect(try drafts.draft(draft.uuid) == nil)
    #expect(try drafts.drafts() == [])
    #expect(try drafts.count() == 0)
    #expect(try !drafts.claim(draft.uuid, for: "a", from: nil))
    #expect(try drafts.isDiscarded(draft.uuid))
    #expect(try drafts.discard(draft.uuid, of: "a"), "it is discarded already")
    #expect(try DraftStore(directory: home.path + "/data").restore(draft.uuid))
    let back = try #require(try drafts.draft(draft.uuid))
    #expect(back.fields == draft.fields)
    #expect(back.session == nil, "it waits for a session")
    #expect(try drafts.restore(draft.uuid), "it is restored already")
  }

  @Test func aSessionCannotDiscardAnothersDraft() throws {
    let draft = try draft("Tea", session: "a")
    #expect(try !drafts.discard(draft.uuid, of: "b"))
    #expect(try drafts.draft(draft.uuid) != nil)
  }

  @Test func onlyTheLatestDiscardedDraftsAreKept() throws {
    let all = try (0...DraftStore.discardedLimit).map { try draft("\($0)") }
    let waiting = try draft("waiting")
    for draft in all { try drafts.discard(draft.uuid) }
    #expect(try !drafts.restore(all[0].uuid))
    #expect(try drafts.restore(all[1].uuid))
    #expect(try drafts.draft(waiting.uuid) != nil)
  }

  @Test func discardedDraftsAreKeptUpToASizeLimit() throws {
    let long = String(repeating: "x", count: DraftStore.discardedSizeLimit / 3)
    let all = try (0..<4).map { try draft("\($0)" + long) }
    for draft in all { try drafts.discard(draft.uuid) }
    #expect(try all.map { try drafts.isDiscarded($0.uuid) } == [false, false, true, true])
    let huge = try draft(String(repeating: "y", count: DraftStore.discardedSizeLimit))
    try drafts.discard(huge.uuid)
    #expect(try drafts.restore(huge.uuid), "the latest one is kept whatever its size")
  }

  @Test func discardingIsAStepOfUndoAndRedo() throws {
    let store = try home.store()
    let session = InventoryHome.session
    let draft = try draft("Tea")
    try store.add("Teapot")
    let discarded = try store.changes.perform(
      .discardDraft(draft.uuid, name: "Tea"), session: session)
    #expect(discarded.description == "discarded the draft “Tea”")
    try store.add("Cup")
    #expect(try store.changes.undo(session: session)?.name == "Cup")
    #expect(try store.changes.nextUndo(session: session) == discarded)
    #expect(
      try store.changes.lastChange(session: session).map { "\($0)" }?.contains("undone") == true)
    #expect(try store.changes.undo(session: session) == discarded)
    #expect(try store.changes.undo(session: session)?.name == "Teapot")
    #expect(try store.changes.redo(session: session)?.name == "Teapot")
    #expect(try store.changes.nextRedo(session: session) == discarded)
    #expect(try store.changes.redo(session: session) == discarded)
    #expect(try store.changes.lastChange(session: session) == .doneAgain(discarded))
    #expect(
      try store.changes.undo(session: "other") == nil,
      "only the session that discarded it can undo it")
  }
}
