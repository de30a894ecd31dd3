import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct EditTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  @Test func aNameAloneMakesAnItem() throws {
    let item = try store.add("  Teapot ")
    #expect(item.name == "Teapot")
    #expect(item.assetNumber == 1)
    #expect(item.quantity == 1)
    #expect(item.purchasePrice == nil)
    #expect(try store.add("Cup").assetNumber == 2)
    #expect(store.database.counts == InventoryCounts(live: 2, unplaced: 2))
  }

  @Test func itemsAreMovedTogetherAndBackByUndo() throws {
    let (attic, cellar) = (try store.addPlace("Attic"), try store.addPlace("Cellar"))
    let items = try ["Teapot", "Cup"].map { name in try store.add(name) { $0.place = attic.uuid } }
    try store.changes.perform(
      .moveItems(items.map(\.uuid), to: cellar.uuid), session: InventoryHome.session)
    for item in items { #expect(try store.items.fetch(item.uuid)?.place == cellar.uuid) }
    #expect(try store.places.fetch(cellar.uuid)?.itemCount == 2)
    #expect(try store.places.fetch(attic.uuid)?.itemCount == 0)
    try store.changes.perform(.moveItems([items[0].uuid], to: nil), session: InventoryHome.session)
    #expect(try store.items.fetch(items[0].uuid)?.place == nil)
    for _ in 0..<2 { _ = try store.changes.undo(session: InventoryHome.session) }
    for item in items { #expect(try store.items.fetch(item.uuid)?.place == attic.uuid) }
  }

  @Test func everyPropertyIsStored() throws {
    let place = try store.addPlace("Kitchen")
    let category = try #require(try store.items.categories().first)
    let parent = try store.add("Tray")
    let date = try #require(CalendarDate(iso: "2020-02-29"))
    let item = try store.add("Teapot") {
      $0.assetNumber = 77
      $0.description = "brown"
      $0.notes = "line one\nline two"
      $0.category = category.uuid
      $0.place = place.uuid
      $0.parent = parent.uuid
      $0.quantity = 2.5
      $0.unit = "litres"
      $0.manufacturer = "Hartley"
      $0.modelNumber = "4"
      $0.serialNumber = "S-1"
      $0.condition = "good"
      $0.purchasePrice = 0
      $0.purchaseDate = date
      $0.purchaseFrom = "market"
      $0.orderReference = "A7"
      $0.link = "https://example.org"
      $0.replacementValue = 3200
      $0.replacementDate = date
      $0.isInsured = true
      $0.warrantyUntil = date
      $0.hasLifetimeWarranty = true
      $0.warrantyDetails = "all"
      $0.soldDate = date
      $0.soldTo = "Ben"
      $0.soldPrice = 1
      $0.soldNotes = "cash"
      $0.importReference = "ref-1"
      $0.tags = ["tea", "daily"]
      $0.fields = [CustomField(name: "Colour", value: "brown")]
    }
    #expect(item.tags == ["daily", "tea"])
    #expect(item.purchasePrice == 0)
    #expect(item.parent == parent.uuid)
    #expect(item.place == place.uuid)
    #expect(item.category == category.uuid)
    let reopened = try home.store()
    #expect(try reopened.items.fetch(item.uuid) == item)
    let data = try JSONEncoder().encode(item)
    #expect(try JSONDecoder().decode(Item.self, from: data) == item)
  }

  @Test func savingTwiceMakesOneItem() throws {
    let item = Item(name: "Teapot")
    #expect(try store.changes.perform(.createItem(item), session: "a").count == 1)
    let version = store.database.dataVersion
    #expect(try store.changes.perform(.createItem(item), session: "a").count == 0)
    #expect(store.database.dataVersion == version)
    #expect(store.database.counts.live == 1)
    var other = item
    other.name = "Cup"
    let error = #expect(throws: InventoryError.self) {
      try store.changes.perform(.createItem(other), session: "a")
    }
    #expect(error?.kind == .conflict)
  }

  @Test func aStaleItemIsNotSaved() throws {
    var mine = try store.add("Teapot")
    var theirs = mine
    theirs.notes = "theirs"
    try home.store().changes.perform(.updateItem(theirs), session: "other")
    mine.notes = "mine"
    let error = #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(mine), session: "a")
    }
    #expect(error?.kind == .conflict)
    #expect(try store.items.fetch(mine.uuid)?.notes == "theirs")
  }

  @Test func savingAnUnchangedItemWritesNothing() throws {
    let item = try store.add("Teapot") { $0.tags = ["tea"] }
    let version = store.database.dataVersion
    var same = item
    same.tags = ["TEA"]
    #expect(try store.changes.perform(.updateItem(same), session: "a").count == 0)
    #expect(store.database.dataVersion == version)
    #expect(try store.items.fetch(item.uuid)?.rev == item.rev)
  }

  @Test func everyChangeRaisesTheRevision() throws {
    let item = try store.add("Teapot")
    try store.changes.perform(.trashItems([item.uuid]), session: "a")
    let trashed = try #require(try store.items.fetch(item.uuid))
    #expect(trashed.rev > item.rev)
    #expect(trashed.deletedAt != nil)
    #expect(store.database.counts == InventoryCounts(trashed: 1))
    try store.changes.perform(.restoreItems([item.uuid]), session: "a")
    #expect(store.database.counts == InventoryCounts(live: 1, unplaced: 1))
  }

  @Test(
    arguments: [
      { $0.name = " " }, { $0.tags = ["a;b"] }, { $0.quantity = -1 }, { $0.quantity = .nan },
      { $0.notes = "a\0b" }, { $0.place = UUID() }, { $0.category = UUID() },
      { $0.parent = UUID() }, { $0.importReference = String(repeating: "x", count: 101) },
      { $0.fields = [CustomField(name: "Condition", value: "x")] },
      {
        $0.fields = [CustomField(name: "A", value: "x"), CustomField(name: "a", value: "y")]
      },
    ] as [@Sendable (inout Item) -> Void])
  func anInvalidItemIsRefusedAndChangesNothing(spoil: @Sendable (inout Item) -> Void) throws {
    try store.add("Teapot")
    let before = try home.export(store)
    var item = Item(name: "Bad")
    spoil(&item)
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.createItem(item), session: "a")
    }
    #expect(try home.export(store) == before)
    #expect(store.database.counts.live == 1)
  }

  @Test func anItemCannotContainItself() throws {
    let outer = try store.add("Box")
    let inner = try store.add("Tin") { $0.parent = outer.uuid }
    var wrong = outer
    wrong.parent = inner.uuid
    let error = #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(wrong), session: "a")
    }
    #expect(error?.kind == .refused)
  }

  @Test func assetNumbersAreUnique() throws {
    let first = try store.add("Teapot")
    var second = try store.add("Cup")
    second.assetNumber = first.assetNumber
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(second), session: "a")
    }
    second.assetNumber = nil
    second.notes = "x"
    try store.changes.perform(.updateItem(second), session: "a")
    #expect(try store.items.fetch(second.uuid)?.assetNumber == 2)
  }
}
