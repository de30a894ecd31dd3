import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Categories that the user adds.
@Suite(.leavesMainActorAlone) struct CategoryTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  @Test func aNewCategoryComesLastAndIsAddedOnce() throws {
    let before = try store.items.categories()
    let made = try store.items.addCategory(named: "  Heirlooms ", session: "a")
    #expect(try store.items.categories().map(\.name) == before.map(\.name) + ["Heirlooms"])
    #expect(try store.items.addCategory(named: "HEIRLOOMS", session: "a") == made)
    let known = try #require(before.first)
    #expect(try store.items.addCategory(named: known.name.lowercased(), session: "a") == known.uuid)
    #expect(try store.items.categories().count == before.count + 1)
    let version = store.database.dataVersion
    _ = try store.items.addCategory(named: "Heirlooms", session: "a")
    #expect(store.database.dataVersion == version, "nothing changes")
  }

  /// Undo skips it and reverts the change before it.
  @Test func addingACategoryIsNotAnUndoStep() throws {
    let item = try store.add("Ring")
    _ = try store.items.addCategory(named: "Heirlooms", session: "a")
    _ = try store.changes.undo(session: InventoryHome.session)
    #expect(try store.items.categories().contains { $0.name == "Heirlooms" })
    #expect(try store.items.fetch(item.uuid)?.isLive != true)
  }

  @Test func anInvalidNameIsRefused() throws {
    let count = try store.items.categories().count
    for name in ["", " \t", "a\0b", String(repeating: "x", count: 1001)] {
      #expect(throws: InventoryError.self) {
        try store.items.addCategory(named: name, session: "a")
      }
    }
    #expect(try store.items.categories().count == count)
  }
}
