import InventorySupport
import Foundation
import Testing

@testable import Inventory
@testable import Sync

/// Homes whose nesting is allowed separately, but too deep together.
@Suite struct NestedHomesTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
  }

  private func chain(_ count: Int, _ name: String) throws -> [Item] {
    var items: [Item] = []
    for number in 1...count {
      items.append(try anna.add("\(name) \(number)") { $0.parent = items.last?.uuid })
    }
    return items
  }

  private func move(_ item: Item, into parent: Item?, in store: InventoryStore) throws {
    var wanted = try #require(try store.items.fetch(item.uuid))
    wanted.parent = parent?.uuid
    try store.changes.perform(.updateItem(wanted), session: InventoryHome.session)
  }

  private func expectTheSame(_ stores: InventoryStore...) throws {
    for store in stores {
      #expect(try homes.differences(anna, store) == [])
      #expect(try store.levels().items <= Bounds.levels)
      #expect(try store.levels().places <= Bounds.levels)
      try store.database.checkIntegrity()
    }
  }

  /// Anna's move and then Ben's: each fits alone, but together they are too deep, so Ben's is refused.
  private func moveTooDeepTogether() throws -> (a: [Item], b: [Item], c: [Item]) {
    let (a, b, c) = (try chain(40, "A"), try chain(20, "B"), try chain(20, "C"))
    try homes.synchronize(anna, ben)
    try move(a[0], into: c[19], in: anna)
    try move(b[0], into: a[39], in: ben)
    while try anna.household.record(author: "Anna") > 0 {}
    try homes.send(anna)
    try homes.synchronize(anna, ben)
    return (a, b, c)
  }

  /// The later link loses, and returns when there is room.
  @Test func anItemNestedTooDeepMovesToTheTopUntilThereIsRoom() throws {
    let (a, b, c) = try moveTooDeepTogether()
    for store in [anna, ben] {
      #expect(try store.items.fetch(a[0].uuid)?.parent == c[19].uuid)
      #expect(try store.items.fetch(b[0].uuid)?.parent == nil)
      let unplaced = try store.household.unplacedRows()
      let line = try #require(unplaced.first.first?.line)
      #expect(unplaced.count == 1 && line.hasPrefix("the item B 1, moved, stays"), "\(line)")
    }
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    try expectTheSame(ben, carl)
    try move(a[0], into: nil, in: ben)
    try homes.synchronize(anna, ben, carl)
    for store in [anna, ben, carl] {
      #expect(try store.items.fetch(b[0].uuid)?.parent == a[39].uuid)
      #expect(try store.household.unplacedRows().count == 0)
    }
    try expectTheSame(ben, carl)
  }

  /// The same in the home that shortens the chain.
  @Test func theLinkReturnsInTheHomeThatMakesRoom() throws {
    let (a, b, _) = try moveTooDeepTogether()
    #expect(try ben.items.fetch(b[0].uuid)?.parent == nil)
    try move(b[1], into: nil, in: ben)
    try homes.synchronize(anna, ben)
    for store in [anna, ben] {
      #expect(try store.items.fetch(b[0].uuid)?.parent == a[39].uuid)
      #expect(try store.household.unplacedRows().count == 0)
    }
    try expectTheSame(ben)
  }

  /// A home whose existing data is nested deeper than is allowed now.
  @Test func aHomeWithDeeperDataAgreesWithThoseThatJoinIt() throws {
    let cleo = try homes.home.store("cleo")
    let items = try (1...150).map { try cleo.add("Box \($0)") }
    try cleo.database.file.write { db in
      try db.execute(sql: "UPDATE item SET parent_item_id = id - 1 WHERE id > 1")
      return ((), .commit)
    }
    let others = try SharedHomes(household: "other")
    try cleo.household.enter("other", .founding)
    try others.synchronize(cleo)
    let dora = try others.home.store("dora")
    try others.join(dora)
    try others.synchronize(cleo, dora)
    #expect(try others.differences(cleo, dora) == [])
    #expect(try cleo.levels().items <= Bounds.levels)
    #expect(try cleo.items.fetch(items[149].uuid) != nil)
  }

  /// An earlier version merged and showed them.
  @Test func deeperRowsOfAnEarlierVersionAreFoundAtTheNextExchange() throws {
    let (a, b) = (try chain(40, "A"), try chain(40, "B"))
    try homes.synchronize(anna, ben)
    try anna.database.file.write { db in
      try db.execute(
        sql: """
          UPDATE item SET parent_item_id = (SELECT id FROM item WHERE uuid = ?) WHERE uuid = ?
          """, arguments: [a[39].uuid, b[0].uuid])
      try SyncTables(db: db).add(SyncedTable.item.row(b[0].uuid), to: .dirty)
      return ((), .commit)
    }
    while try anna.household.record(author: "Anna") > 0 {}
    try homes.send(anna)
    try anna.household.findTooDeep()
    try anna.household.applyUnapplied(author: "Anna")
    try homes.synchronize(anna, ben)
    #expect(try anna.items.fetch(b[0].uuid)?.parent == nil)
    try expectTheSame(ben)
  }
}
