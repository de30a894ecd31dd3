import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct UndoTests {
  let home: InventoryHome
  let store: InventoryStore
  let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  @Test func anotherSessionsLastChangeIsNotReported() throws {
    let item = try store.add("Teapot")
    #expect(try store.changes.lastChange(session: session) != nil)
    try store.changes.perform(.trashItems([item.uuid]), session: "other")
    #expect(try store.changes.lastChange(session: session) == nil)
    #expect(try home.store().changes.lastChange(session: session) == nil)
    #expect(try store.changes.lastChange(session: "other") != nil)
    try store.add("Cup")
    #expect(try store.changes.lastChange(session: session) != nil)
  }

  @Test func aChangeOfAnotherSessionKeepsRedo() throws {
    try store.add("Teapot")
    _ = try store.changes.undo(session: session)
    try store.changes.perform(.createPlace(Place(name: "Attic")), session: "other")
    #expect(try store.changes.nextRedo(session: session)?.name == "Teapot")
    #expect(try store.changes.redo(session: session)?.name == "Teapot")
  }

  /// Its items would vanish from every list.
  @Test func addingAPlaceIsNotUndoneIfOthersPutItemsIntoIt() throws {
    let place = try store.addPlace("Attic")
    var item = Item(name: "Teapot")
    item.place = place.uuid
    try store.changes.perform(.createItem(item), session: "other")
    let error = #expect(throws: InventoryError.self) { try store.changes.undo(session: session) }
    #expect(error?.kind == .conflict && error?.message.contains("no longer empty") == true)
    #expect(try store.places.fetch(place.uuid)?.deletedAt == nil)
    try store.changes.perform(.trashItems([item.uuid]), session: "other")
    #expect(try store.changes.undo(session: session)?.name == "Attic")
  }

  @Test func withNothingToUndoTheSizeIsZero() throws {
    #expect(try store.changes.nextUndoSize(session: session) == 0)
    #expect(try store.changes.nextRedoSize(session: session) == 0)
    try store.add("Teapot")
    #expect(try store.changes.nextUndoSize(session: session) > 0)
  }

  @Test func anEditIsUndoneAndRedone() throws {
    let item = try store.add("Teapot") { $0.tags = ["tea"] }
    var changed = item
    changed.name = "Coffee pot"
    changed.tags = []
    changed.fields = [CustomField(name: "Colour", value: "red")]
    changed.purchasePrice = 100
    try store.changes.perform(.updateItem(changed), session: session)
    #expect(try store.changes.nextUndo(session: session)?.description == "changed “Coffee pot”")
    #expect(try store.changes.undo(session: session)?.action == .changed)
    let back = try #require(try store.items.fetch(item.uuid))
    #expect(back.name == "Teapot")
    #expect(back.tags == ["tea"])
    #expect(back.fields == [])
    #expect(back.purchasePrice == nil)
    #expect(try store.changes.redo(session: session)?.name == "Coffee pot")
    let again = try #require(try store.items.fetch(item.uuid))
    #expect(again.name == "Coffee pot")
    #expect(again.fields == changed.fields)
    #expect(again.rev > back.rev)
  }

  @Test func theLastChangeIsDoneUndoneOrRedone() throws {
    try store.add("Teapot")
    let pan = try store.add("Pan")
    let added = try #require(try store.changes.nextUndo(session: session))
    #expect(try store.changes.lastChange(session: session) == .done(added))
    _ = try store.changes.undo(session: session)
    _ = try store.changes.undo(session: session)
    #expect(try store.changes.lastChange(session: session).flatMap(\.undoneName) == "Teapot")
    _ = try store.changes.redo(session: session)
    guard case .doneAgain(let again) = try store.changes.lastChange(session: session) else {
      Issue.record("a redo is not recognized")
      return
    }
    #expect(again.name == "Teapot")
    _ = try store.changes.redo(session: session)
    try store.changes.perform(.trashItems([pan.uuid]), session: session)
    guard case .done = try store.changes.lastChange(session: session) else {
      Issue.record("a change after a redo is not recognized as new")
      return
    }
  }

  /// After a kill the message comes from the log; it must be the same.
  @Test func aRenamingIsDescribedTheSameAfterARestart() throws {
    var item = try store.add("Tent")
    item.name = "Old tent"
    try store.changes.perform(.updateItem(item), session: session)
    let undone = try #require(try store.changes.undo(session: session))
    #expect(try home.store().changes.lastChange(session: session) == .undone(undone))
    let again = try #require(try store.changes.redo(session: session))
    #expect(try home.store().changes.lastChange(session: session) == .doneAgain(again))
  }

  @Test func undoingACreationTrashesTheItem() throws {
    let item = try store.add("Teapot")
    #expect(try store.changes.undo(session: session)?.description == "added “Teapot”")
    #expect(try store.items.fetch(item.uuid)?.deletedAt != nil)
    #expect(store.database.counts == InventoryCounts(trashed: 1))
    _ = try store.changes.redo(session: session)
    #expect(try store.items.fetch(item.uuid)?.deletedAt == nil)
  }

  @Test func undoSurvivesARestart() throws {
    let item = try store.add("Teapot")
    try store.changes.perform(.trashItems([item.uuid]), session: session)
    let restarted = try home.store()
    #expect(try restarted.changes.undo(session: session)?.action == .trashed)
    #expect(try restarted.items.fetch(item.uuid)?.deletedAt == nil)
    #expect(try home.store().changes.redo(session: session)?.action == .trashed)
  }

  @Test func aNewEditClearsRedo() throws {
    try store.add("Teapot")
    _ = try store.changes.undo(session: session)
    try store.add("Cup")
    #expect(try store.changes.nextRedo(session: session) == nil)
    #expect(try store.changes.redo(session: session) == nil)
  }

  @Test func sessionsDoNotUndoEachOther() throws {
    try store.add("Teapot")
    #expect(try store.changes.undo(session: "other") == nil)
    #expect(store.database.counts.live == 1)
  }

  @Test func undoIsRefusedIfAnotherSessionChangedTheItem() throws {
    let item = try store.add("Teapot")
    var mine = item
    mine.notes = "mine"
    try store.changes.perform(.updateItem(mine), session: session)
    var theirs = try #require(try store.items.fetch(item.uuid))
    theirs.name = "Theirs"
    try store.changes.perform(.updateItem(theirs), session: "other")
    let before = try home.export(store)
    let error = #expect(throws: InventoryError.self) { try store.changes.undo(session: session) }
    #expect(error?.kind == .conflict)
    #expect(try home.export(store) == before)
    #expect(try store.changes.undo(session: "other") != nil)
    #expect(try store.changes.undo(session: session)?.action == .changed)
    #expect(try store.items.fetch(item.uuid)?.notes == "")
  }

  @Test func trashingSeveralItemsIsOneStep() throws {
    let items = try (1...5).map { try store.add("Cup \($0)") }
    try store.changes.perform(.trashItems(items.map(\.uuid)), session: session)
    #expect(store.database.counts.trashed == 5)
    #expect(
      try store.changes.undo(session: session)?.description
        == "moved “Cup 1” and 4 more to the trash")
    #expect(store.database.counts.live == 5)
  }

  @Test func anImportIsOneStep() throws {
    let item = try store.add("Old") { $0.importReference = "ref-1" }
    let before = try home.export(store)
    try home.importText(
      """
      HB.import_ref,HB.name,HB.location,HB.notes
      ref-1,New name,Home / Attic,changed
      ref-2,Second,Home / Cellar,
      ref-3,Third,Home / Cellar,
      """, into: store)
    #expect(store.database.counts.live == 3)
    let after = try home.export(store)
    #expect(try store.changes.undo(session: session)?.description == "imported 3 items")
    #expect(try home.export(store) == before)
    #expect(try store.places.children(of: nil).isEmpty)
    #expect(try store.items.fetch(item.uuid)?.name == "Old")
    #expect(try store.changes.redo(session: session)?.count == 3)
    #expect(try home.export(store) == after)
    #expect(store.database.counts == (try store.recount()))
    #expect(try store.wrongPlaceCounts() == [])
  }

  @Test func anImportThatOthersBuiltOnIsNotUndone() throws {
    try home.importText("HB.name,HB.location\nLamp,Home / Attic\n", into: store)
    let attic = try #require(try store.places.fetch(path: "Home / Attic"))
    var chair = Item(name: "Chair")
    chair.place = attic.uuid
    try store.changes.perform(.createItem(chair), session: "other")
    let error = #expect(throws: InventoryError.self) { try store.changes.undo(session: session) }
    #expect(error?.kind == .conflict)
    #expect(store.database.counts.live == 2)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomEditsAreUndoneAndRedone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var states = [try home.export(store)]
    for step in 0..<25 {
      let script = RandomEdits(store: store)
      guard try script.step(step, using: &random) else { continue }
      states.append(try home.export(store))
      #expect(store.database.counts == (try store.recount()), "seed \(seed), step \(step)")
      #expect(try store.wrongPlaceCounts() == [], "seed \(seed), step \(step)")
    }
    let steps = states.count - 1
    for step in (0..<steps).reversed() {
      #expect(try store.changes.undo(session: session) != nil, "seed \(seed)")
      #expect(try home.export(store) == states[step], "undo to \(step), seed \(seed)")
    }
    #expect(try store.wrongPlaceCounts() == [], "seed \(seed)")
    for step in 1...max(steps, 1) where steps > 0 {
      #expect(try store.changes.redo(session: session) != nil, "seed \(seed)")
      #expect(try home.export(store) == states[step], "redo to \(step), seed \(seed)")
    }
    #expect(store.database.counts == (try store.recount()), "seed \(seed)")
    #expect(try store.wrongPlaceCounts() == [], "seed \(seed)")
    try store.database.checkIntegrity()
  }
}

extension LastChange {
  fileprivate var undoneName: String? {
    if case .undone(let summary) = self { summary.name } else { nil }
  }
}

/// Long changes report their progress and can be cancelled.
@Suite(.leavesMainActorAlone) struct LongUndoTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    let rows = (0..<9000).map { "Thing \($0),Home / Room \($0 % 5)\n" }.joined()
    try home.importText("HB.name,HB.location\n" + rows, into: store)
  }

  @Test func aLongUndoReportsItsProgress() throws {
    let session = InventoryHome.session
    // The places count too.
    #expect(try store.changes.nextUndoSize(session: session) >= 9000)
    #expect(try store.changes.nextRedoSize(session: session) == 0)
    var shares: [Double] = []
    _ = try store.changes.undo(session: session) { share in
      shares.append(share)
      return true
    }
    #expect(shares.count >= 4 && shares == shares.sorted() && shares.allSatisfy { $0 <= 1 })
    #expect(store.database.counts.live == 0)
    #expect(try store.changes.nextRedoSize(session: session) >= 9000)
  }

  @Test func aCanceledUndoOrRedoChangesNothing() throws {
    let session = InventoryHome.session
    let before = (try home.export(store), store.database.dataVersion, store.database.counts)
    #expect(try store.changes.undo(session: session) { $0 < 0.5 } == nil)
    #expect(try home.export(store) == before.0)
    #expect(store.database.dataVersion == before.1 && store.database.counts == before.2)
    #expect(try store.changes.undo(session: session)?.count == 9000)
    #expect(try store.changes.redo(session: session) { $0 < 0.5 } == nil)
    #expect(store.database.counts.live == 0)
    #expect(try store.changes.redo(session: session)?.count == 9000)
    #expect(try home.export(store) == before.0)
  }

  @Test func aSecondConnectionCanUndo() throws {
    let again = try #require(try store.openAgain())
    _ = try again.changes.undo(session: InventoryHome.session)
    #expect(try store.database.refresh())
    #expect(store.database.counts.live == 0)
    try FileManager.default.removeItem(atPath: home.path + "/data")
    #expect(try store.openAgain() == nil)
  }
}
