import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// Renaming, merging and deleting tags and categories.
@Suite(.leavesMainActorAlone) struct TagEditTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func perform(_ edit: Edit) throws -> ChangeSummary {
    try store.changes.perform(edit, session: session)
  }

  private func undo() throws -> String? {
    try store.changes.undo(session: session)?.description
  }

  private func redo() throws { _ = try #require(try store.changes.redo(session: session)) }

  private func tags(_ item: Item) throws -> [String]? { try store.items.fetch(item.uuid)?.tags }

  private func names() throws -> [String] { try store.items.tags().map(\.name) }

  // MARK: - Tags

  @Test func aTagIsRenamedOnAllItems() throws {
    let lamp = try store.add("Lamp") { $0.tags = ["fragile", "glass"] }
    let vase = try store.add("Vase") { $0.tags = ["fragile"] }
    try store.changes.perform(.trashItems([vase.uuid]), session: session)
    let uuid = try store.items.tags().first { $0.name == "fragile" }?.uuid
    #expect(try perform(.tag(.rename("FRAGILE", to: " with  care "))).count == 2)
    #expect(try tags(lamp) == ["glass", "with care"] && tags(vase) == ["with care"])
    #expect(try names() == ["glass", "with care"])
    #expect(try store.items.tags().first { $0.name == "with care" }?.uuid == uuid)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "care")).count == 1)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "fragile")).count == 0)
    #expect(try undo() == "changed tag “with care”")
    #expect(try tags(lamp) == ["fragile", "glass"] && tags(vase) == ["fragile"])
    #expect(try names() == ["fragile", "glass"])
    try redo()
    #expect(try tags(vase) == ["with care"] && names() == ["glass", "with care"])
  }

  @Test func anotherCaseIsAnotherSpellingOfTheTag() throws {
    let lamp = try store.add("Lamp") { $0.tags = ["glass"] }
    _ = try perform(.tag(.rename("glass", to: "Glass")))
    #expect(try tags(lamp) == ["Glass"] && names() == ["Glass"])
    _ = try undo()
    #expect(try tags(lamp) == ["glass"] && names() == ["glass"])
    try redo()
    #expect(try tags(lamp) == ["Glass"] && names() == ["Glass"])
  }

  @Test func renamingToAnExistingTagIsRefused() throws {
    let lamp = try store.add("Lamp") { $0.tags = ["glass", "fragile"] }
    let error = #expect(throws: InventoryError.self) {
      try perform(.tag(.rename("glass", to: "Fragile")))
    }
    #expect(error?.message == "there is already a tag “fragile”; merge the two")
    #expect(throws: InventoryError.self) { try perform(.tag(.rename("none", to: "other"))) }
    #expect(throws: InventoryError.self) { try perform(.tag(.rename("glass", to: "a;b"))) }
    #expect(try tags(lamp) == ["fragile", "glass"])
  }

  @Test func aTagIsMergedAndDeleted() throws {
    let lamp = try store.add("Lamp") { $0.tags = ["glass", "fragile"] }
    let vase = try store.add("Vase") { $0.tags = ["glass"] }
    #expect(try perform(.tag(.merge("glass", into: "fragile"))).description == "merged tag “glass”")
    #expect(try tags(lamp) == ["fragile"] && tags(vase) == ["fragile"])
    #expect(try undo() == "merged tag “glass”")
    #expect(try tags(lamp) == ["fragile", "glass"] && tags(vase) == ["glass"])
    _ = try perform(.tag(.delete("glass")))
    #expect(try tags(lamp) == ["fragile"] && tags(vase) == [] && names() == ["fragile"])
    #expect(try undo() == "deleted tag “glass”")
    #expect(try tags(vase) == ["glass"])
  }

  @Test func privateItemsFollowWithTheKeys() throws {
    store.openPrivateItems(with: MirrorSealing())
    let ring = try store.add("Ring") {
      $0.tags = ["gold"]
      $0.isPrivate = true
    }
    let tools = try #require(try store.items.categories().first { $0.name == "Tools" })
    let art = try #require(try store.items.categories().first { $0.name == "Art" })
    _ = try perform(.tag(.rename("gold", to: "jewels")))
    #expect(try tags(ring) == ["jewels"] && names() == [])
    _ = try undo()
    #expect(try tags(ring) == ["gold"])
    var item = try #require(try store.items.fetch(ring.uuid))
    item.category = tools.uuid
    try store.changes.perform(.updateItem(item), session: session)
    _ = try perform(.category(.merge(tools.uuid, into: art.uuid)))
    #expect(try store.items.fetch(ring.uuid)?.category == art.uuid)
  }

  // MARK: - Categories

  private func category(_ name: String) throws -> Inventory.Category? {
    try store.items.categories().first { $0.name == name }
  }

  @Test func aCategoryIsRenamedWithItsItemsAndUsefulLife() throws {
    let tools = try #require(try category("Tools"))
    let drill = try store.add("Drill") { $0.category = tools.uuid }
    _ = try perform(.category(.rename(tools.uuid, to: "Hand  tools")))
    let renamed = try #require(try category("Hand tools"))
    #expect(renamed.usefulLifeMonths == tools.usefulLifeMonths)
    #expect(try category("Tools") == nil)
    #expect(try store.items.fetch(drill.uuid)?.category == renamed.uuid)
    #expect(try undo() == "changed category “Tools”")
    #expect(try category("Hand tools") == nil)
    #expect(try store.items.fetch(drill.uuid)?.category == tools.uuid)
    try redo()
    #expect(try category("Tools") == nil && category("Hand tools")?.uuid == renamed.uuid)
    #expect(try store.items.addCategory(named: "tools", session: session) == tools.uuid)
    #expect(try category("Tools") != nil, "using a deleted category restores it")
  }

  @Test func aCategoryIsRespelledMergedAndDeleted() throws {
    let tools = try #require(try category("Tools"))
    let art = try #require(try category("Art"))
    let drill = try store.add("Drill") { $0.category = tools.uuid }
    _ = try perform(.category(.rename(tools.uuid, to: "TOOLS")))
    #expect(try category("TOOLS")?.uuid == tools.uuid)
    #expect(throws: InventoryError.self) {
      try perform(.category(.rename(tools.uuid, to: "art")))
    }
    _ = try perform(.category(.merge(tools.uuid, into: art.uuid)))
    #expect(try store.items.fetch(drill.uuid)?.category == art.uuid && category("TOOLS") == nil)
    #expect(try undo() == "merged category “TOOLS”")
    #expect(try store.items.categoryCounts() == [tools.uuid: 1])
    _ = try perform(.category(.delete(tools.uuid)))
    #expect(try store.items.fetch(drill.uuid)?.category == nil && category("TOOLS") == nil)
    #expect(try undo() == "deleted category “TOOLS”")
    #expect(try store.items.fetch(drill.uuid)?.category == tools.uuid)
  }

  @Test func theUsefulLifeOfACategoryIsSet() throws {
    let art = try #require(try category("Art"))
    #expect(try perform(.category(.setUsefulLife(art.uuid, months: 60))).count == 1)
    #expect(try category("Art")?.usefulLifeMonths == 60)
    #expect(throws: InventoryError.self) {
      try perform(.category(.setUsefulLife(art.uuid, months: 0)))
    }
    _ = try undo()
    #expect(try category("Art")?.usefulLifeMonths == nil)
  }
}
