import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct ItemListTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  /// Fills the store and returns the names in the order that the list should have.
  private func fill(_ count: Int, seed: UInt64) throws -> [String] {
    var random = SeededGenerator(seed: seed)
    var text = "HB.name,HB.location,HB.archived\n"
    var names: [String] = []
    for _ in 0..<count {
      let name = "Thing \(Int.random(in: 0..<count, using: &random))"
      let isArchived = Int.random(in: 0..<10, using: &random) == 0
      text += "\(name),Home / Room \(Int.random(in: 0..<4, using: &random)),\(isArchived)\n"
      if !isArchived { names.append(name) }
    }
    try home.importText(text, into: store)
    return names.sorted { Int($0.dropFirst(6)) ?? 0 < Int($1.dropFirst(6)) ?? 0 }
  }

  @Test(arguments: ["", "thing 1"]) func theDescendingListIsTheReverse(filter: String) throws {
    _ = try fill(300, seed: 4)
    let usual = try ItemList(store: store, query: ItemQuery(filter: filter))
    let query = ItemQuery(filter: filter, order: .nameDescending)
    let list = try ItemList(store: store, query: query)
    let count = try usual.count
    #expect(try list.count == count && count > 2)
    for index in 0..<count {
      let row = try #require(try list.row(at: index))
      #expect(try row == usual.row(at: count - 1 - index))
      #expect(try list.index(of: row.uuid) == index)
    }
    #expect(try list.row(at: count) == nil && list.row(at: -1) == nil)
    let anchor = try #require(try list.anchor(at: 1))
    let again = try ItemList(store: store, query: query, anchor: anchor)
    #expect(try again.row(at: 1) == list.row(at: 1))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomAccessShowsTheSameRows(seed: UInt64) throws {
    let names = try fill(1500, seed: seed)
    let list = try ItemList(store: store)
    #expect(try list.count == names.count)
    var random = SeededGenerator(seed: seed)
    var index = 0
    for _ in 0..<400 {
      let step = Int.random(in: 0..<6, using: &random)
      switch step {
      case 0: index = Int.random(in: -3..<names.count + 3, using: &random)
      case 1, 2: index += Int.random(in: -90...90, using: &random)
      default: index += Int.random(in: -2...2, using: &random)
      }
      let row = try list.row(at: index)
      guard names.indices.contains(index) else {
        #expect(row == nil)
        continue
      }
      #expect(row?.name == names[index], "index \(index), seed \(seed)")
      let uuid = try #require(row?.uuid)
      #expect(try list.index(of: uuid) == index, "seed \(seed)")
      let fresh = try ItemList(store: store)
      if step == 0 { #expect(try fresh.index(of: uuid) == index, "rank, seed \(seed)") }
    }
  }

  @Test func aRowHasPlaceQuantityAndValue() throws {
    let house = try store.addPlace("Home")
    try store.add("Teapot") {
      $0.place = house.uuid
      $0.quantity = 2
      $0.purchasePrice = 100
    }
    try store.add("Vase") {
      $0.purchasePrice = 100
      $0.replacementValue = 250
    }
    let list = try ItemList(store: store)
    #expect(try list.row(at: 0)?.placePath == "Home")
    #expect(try list.row(at: 0)?.quantity == 2)
    #expect(try list.row(at: 0)?.lineValue == 200, "two of them")
    #expect(try list.row(at: 1)?.placePath == nil)
    #expect(try list.row(at: 1)?.lineValue == 250)
  }

  @Test func theListFollowsChanges() throws {
    let list = try ItemList(store: store)
    #expect(try list.row(at: 0) == nil)
    let cup = try store.add("Cup")
    #expect(try list.index(of: cup.uuid) == 0)
    try store.add("Basket")
    #expect(try list.index(of: cup.uuid) == 1)
    try store.changes.perform(.trashItems([cup.uuid]), session: "a")
    #expect(try list.index(of: cup.uuid) == nil)
    #expect(try list.count == 1)
  }

  @Test func anAnchorIsUsedWhileTheDataIsUnchanged() throws {
    _ = try fill(900, seed: 5)
    let list = try ItemList(store: store)
    let anchor = try #require(try list.anchor(at: 433))
    let data = try JSONEncoder().encode(anchor)
    let kept = try JSONDecoder().decode(ListAnchor.self, from: data)
    let again = try ItemList(store: try home.store(), anchor: kept)
    #expect(try again.index(of: kept.uuid) == 433)
    for index in 400..<470 {
      #expect(try again.row(at: index) == list.row(at: index))
    }
  }

  @Test func rowsNearAnAnchorAreFoundWithoutCountingAllBefore() throws {
    _ = try fill(3000, seed: 8)
    let list = try ItemList(store: store)
    let anchor = try #require(try list.anchor(at: 1500))
    for index in [1465, 1499, 1520, 1535] {
      let row = try #require(try list.row(at: index))
      let again = try ItemList(store: store, anchor: anchor)
      var found: Int?
      let statements = try store.statements { found = try again.index(of: row.uuid) }
      #expect(found == index)
      #expect(!statements.isEmpty && !statements.contains { $0.contains("item.sort_key < ") })
    }
    let far = try #require(try list.row(at: 40))
    let again = try ItemList(store: store, anchor: anchor)
    var found: Int?
    let statements = try store.statements { found = try again.index(of: far.uuid) }
    #expect(found == 40)
    #expect(
      statements.contains { $0.contains("item.sort_key < ") }, "a distant row is found by counting")
  }

  @Test func anAnchorIsNotTrustedAfterAChange() throws {
    _ = try fill(300, seed: 6)
    let list = try ItemList(store: store)
    let anchor = try #require(try list.anchor(at: 100))
    try store.add("AAA first")
    let again = try ItemList(store: store, anchor: anchor)
    #expect(try again.index(of: anchor.uuid) == 101)
  }

  @Test(arguments: [-1, 0, 299, 300, 5_000_000, Int.max])
  func aForgedAnchorIsHarmless(index: Int) throws {
    let names = try fill(300, seed: 7)
    let list = try ItemList(store: store)
    var anchor = try #require(try list.anchor(at: 0))
    anchor.index = index
    let again = try ItemList(store: store, anchor: anchor)
    for row in [0, names.count / 2, names.count - 1, names.count, -1] { _ = try again.row(at: row) }
    #expect(try again.count == names.count)
  }

  @Test func aPlaceListsOnlyItsDirectItems() throws {
    let house = try store.addPlace("Home")
    let room = try store.addPlace("Room", in: house)
    try store.add("Rug") { $0.place = room.uuid }
    try store.add("Key") { $0.place = house.uuid }
    let list = try ItemList(store: store, query: ItemQuery(scope: .place(house.uuid)))
    #expect(try list.count == 1)
    #expect(try list.row(at: 0)?.name == "Key")
    let nowhere = try ItemList(store: store, query: ItemQuery(scope: .place(UUID())))
    #expect(try nowhere.count == 0)
  }
}
