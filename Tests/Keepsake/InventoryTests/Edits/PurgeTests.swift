import Foundation
import GRDB
import InventorySupport
import Testing

@testable import Inventory

/// Deleting items and places in the trash for good.
@Suite(.leavesMainActorAlone) struct PurgeTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func trash(_ items: Item...) throws {
    try store.changes.perform(.trashItems(items.map(\.uuid)), session: session)
  }

  @Test func aPurgedItemIsGoneWithItsWordsTagsAndCount() throws {
    let teapot = try store.add("Teapot") {
      $0.tags = ["tea"]
      $0.fields = [CustomField(name: "Color", value: "blue")]
    }
    let cup = try store.add("Cup")
    try trash(teapot, cup)
    let summary = try store.changes.purge([teapot.uuid], session: session)
    #expect(summary.description == "deleted for good: “Teapot”" && summary.count == 1)
    #expect(try store.items.fetch(teapot.uuid) == nil)
    #expect(store.database.counts.trashed == 1)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "is:trash teapot")).count == 0)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "is:trash cup")).count == 1)
    try store.database.checkIntegrity()
    #expect(try home.store().items.fetch(teapot.uuid) == nil)
  }

  @Test func anItemOutsideTheTrashIsNotPurged() throws {
    let teapot = try store.add("Teapot")
    let error = #expect(throws: InventoryError.self) {
      try store.changes.purge([teapot.uuid], session: session)
    }
    #expect(error?.message.contains("not in the trash") == true)
    #expect(try store.items.fetch(teapot.uuid) != nil)
  }

  @Test func undoPassesOverChangesOfAPurgedItemAndSaysSo() throws {
    let cup = try store.add("Cup")
    let teapot = try store.add("Teapot")
    try trash(teapot)
    try store.changes.purge([teapot.uuid], session: session)
    let skipped = try store.changes.undo(session: session)
    #expect(skipped?.action == .purged && skipped?.name == "Teapot")
    #expect(try store.changes.undo(session: session)?.action == .purged, "its creation")
    #expect(try store.changes.undo(session: session)?.name == "Cup")
    #expect(try store.items.fetch(cup.uuid)?.deletedAt != nil)
    #expect(try store.changes.undo(session: session) == nil)
  }

  @Test func undoOfAJointChangeStillRestoresTheOtherItems() throws {
    let teapot = try store.add("Teapot")
    let cup = try store.add("Cup")
    try trash(teapot, cup)
    try store.changes.purge([teapot.uuid], session: session)
    #expect(try store.changes.undo(session: session)?.name == "Cup")
    #expect(try store.items.fetch(cup.uuid)?.deletedAt == nil)
  }

  @Test func theLogKeepsTheNameAndNoOtherValue() throws {
    var teapot = try store.add("Teapot")
    teapot.notes = "a secret"
    try store.changes.perform(.updateItem(teapot), session: session)
    try trash(try #require(try store.items.fetch(teapot.uuid)))
    try store.changes.purge([teapot.uuid], session: session)
    let texts = try store.database.read { db in
      try String.fetchAll(db, sql: "SELECT ifnull(before, '') || ifnull(after, '') FROM change")
    }
    #expect(!texts.contains { $0.contains("a secret") })
    #expect(texts.contains { $0.contains("Teapot") })
  }

  /// SQLite gives the number of the last row to the next one.
  @Test func anItemAddedAfterAPurgeDoesNotLookImported() throws {
    try home.importText("HB.name\nCup\nTeapot\n", into: store)
    guard case .one(let teapot) = try store.items(named: "Teapot") else { return }
    try store.changes.perform(.trashItems([teapot]), session: "other")
    try store.changes.purge([teapot], session: "other")
    let lamp = Item(name: "Lamp")
    try store.changes.perform(.createItem(lamp), session: "other")
    #expect(try store.changes.undo(session: session)?.action == .imported)
    #expect(try store.items.fetch(lamp.uuid)?.deletedAt == nil)
    #expect(store.database.counts.live == 1)
  }

  @Test func thingsInAPurgedItemStay() throws {
    let chest = try store.add("Chest")
    let drill = try store.add("Drill") { $0.parent = chest.uuid }
    try trash(chest)
    try store.changes.purge([chest.uuid], session: session)
    #expect(try store.items.fetch(drill.uuid)?.parent == nil)
    try store.database.checkIntegrity()
  }

  @Test func filesThatNothingElseUsesAreRemoved() throws {
    let teapot = try store.add("Teapot")
    let cup = try store.add("Cup")
    let own = try home.file("own.txt", "only of the teapot")
    let shared = try home.file("shared.txt", "of both")
    try store.attachments.attach([own, shared], to: teapot.uuid, session: session)
    try store.attachments.attach([shared], to: cup.uuid, session: session)
    try trash(teapot)
    try store.changes.purge([teapot.uuid], session: session)
    #expect(try store.attachments.sweep().files == 1)
    #expect(try store.attachments.examined().problems.isEmpty)
    #expect(try store.attachments.fetchAll(of: cup.uuid).count == 1)
  }

  @Test func emptyingTheTrashAlsoDeletesPlacesThatNothingUses() throws {
    let attic = try store.addPlace("Attic")
    let teapot = try store.add("Teapot") { $0.place = attic.uuid }
    let archived = try store.add("Lamp")
    try store.changes.perform(.archiveItems([archived.uuid]), session: session)
    try store.changes.perform(.trashPlace(attic.uuid, contents: .trash), session: session)
    #expect(try store.places.trashed().map(\.name) == ["Attic"])
    let summary = try store.changes.emptyTrash(session: session)
    #expect(summary.count == 2)
    #expect(try store.places.trashed().isEmpty && store.items.fetch(teapot.uuid) == nil)
    #expect(try store.items.fetch(archived.uuid) != nil)
    #expect(store.database.counts.trashed == 0)
    try store.database.checkIntegrity()
    #expect(try store.changes.emptyTrash(session: session).count == 0)
  }
}
