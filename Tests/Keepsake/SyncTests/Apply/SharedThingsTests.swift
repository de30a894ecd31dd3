import Foundation
import InventorySupport
import Testing

@testable import Inventory
@testable import Sync

/// Merged and renamed places, tags and categories reach the other homes.
@Suite struct SharedThingsTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
  }

  private func expectTheSame() throws {
    #expect(try homes.differences(anna, ben) == [])
    for store in [anna, ben] {
      #expect(try store.wrongPlaceCounts() == [])
      #expect(try store.household.membership()?.waiting == 0)
    }
  }

  @Test func aMergedPlaceAndARenamedOneReachTheOtherHome() throws {
    let attic = try anna.addPlace("Attic")
    let box = try anna.addPlace("Box", in: attic)
    let cellar = try anna.addPlace("Cellar")
    let twin = try anna.addPlace("Box", in: cellar)
    let lamp = try anna.add("Lamp") { $0.place = box.uuid }
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.place(.merge(attic.uuid, into: cellar.uuid)), session: session)
    try anna.changes.perform(.renamePlace(cellar.uuid, to: "Basement"), session: session)
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(try ben.places.fetchAll().map(\.path) == ["Basement", "Basement / Box"])
    #expect(try ben.items.fetch(lamp.uuid)?.place == twin.uuid)
    for _ in 0..<2 { _ = try anna.changes.undo(session: session) }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(
      try ben.places.fetchAll().map(\.path) == ["Attic", "Attic / Box", "Cellar", "Cellar / Box"])
    #expect(try ben.items.fetch(lamp.uuid)?.place == box.uuid)
  }

  @Test func renamedAndMergedTagsReachTheOtherHome() throws {
    let lamp = try anna.add("Lamp") { $0.tags = ["glass", "old"] }
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.tag(.rename("glass", to: "fragile")), session: session)
    try anna.changes.perform(.tag(.merge("old", into: "antique")), session: session)
    try homes.synchronize(anna, ben)
    try expectTheSame()
    #expect(try ben.items.fetch(lamp.uuid)?.tags == ["antique", "fragile"])
  }

  @Test func categoriesAreTheSameInBothHomesAfterARenameAndADeletion() throws {
    let categories = try anna.items.categories()
    let tools = try #require(categories.first { $0.name == "Tools" })
    let art = try #require(categories.first { $0.name == "Art" })
    let drill = try anna.add("Drill") { $0.category = tools.uuid }
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.category(.rename(tools.uuid, to: "Hand tools")), session: session)
    try anna.changes.perform(.category(.delete(art.uuid)), session: session)
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let names = try ben.items.categories().map(\.name)
    #expect(names.contains("Hand tools") && !names.contains("Tools") && !names.contains("Art"))
    let there = try #require(try ben.items.fetch(drill.uuid))
    #expect(try ben.items.relations(of: there).category == "Hand tools")
    for _ in 0..<2 { _ = try anna.changes.undo(session: session) }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let restored = Set(try ben.items.categories().map(\.name))
    #expect(restored.isSuperset(of: ["Tools", "Art"]) && !restored.contains("Hand tools"))
  }

  /// An item that another home put into a deleted category at the same time keeps it.
  @Test func aDeletedCategoryThatAnItemHasStaysInTheList() throws {
    let art = try #require(try anna.items.categories().first { $0.name == "Art" })
    let bens = try #require(try ben.items.categories().first { $0.name == "Art" })
    try anna.changes.perform(.category(.delete(art.uuid)), session: session)
    let print = try ben.add("Print") { $0.category = bens.uuid }
    try homes.synchronize(anna, ben)
    for store in [anna, ben] {
      let item = try #require(try store.items.fetch(print.uuid))
      #expect(try store.items.relations(of: item).category == "Art")
      #expect(try store.items.categories().contains { $0.name == "Art" })
    }
  }
}
