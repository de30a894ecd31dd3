import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Tests the user's own order of items; moving elements of an array gives the expected order.
@Suite struct ItemOrderTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func order(
    _ store: InventoryStore, _ order: ItemQuery.Order = .manual,
    in scope: ItemQuery.Scope = .everywhere
  ) throws -> [String] {
    let list = try ItemList(store: store, query: ItemQuery(scope: scope, order: order))
    return try (0..<list.count).compactMap { try list.row(at: $0)?.name }
  }

  @Test func unmovedItemsAreOrderedByAssetNumberAndNewOnesComeLast() throws {
    let items = try ["c", "a", "b"].map { try store.add($0) }
    #expect(try order(store) == ["c", "a", "b"])
    for _ in 0..<50 {
      let (first, last) = (try order(store)[0], try order(store)[2])
      let moved = try #require(items.first { $0.name == first })
      let other = try #require(items.first { $0.name == last })
      try store.changes.perform(.orderItem(moved.uuid, .after(other.uuid)), session: session)
    }
    let before = try order(store)
    #expect(Set(before) == ["a", "b", "c"])
    try store.add("new")
    #expect(try order(store) == before + ["new"])
    #expect(try order(store, .manualDescending) == ["new"] + before.reversed())
  }

  /// Moves anywhere, any number of times, including repeatedly into the same gap.
  @Test(arguments: [UInt64(1), 2, 3])
  func movesMatchThoseInAnArray(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var names = (0..<12).map { "item\($0)" }
    let items = try names.map { try store.add($0) }
    let uuids = Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.uuid) })
    for step in 0..<150 {
      // Seed 3 moves into the same gap until its room runs out.
      let (from, to) =
        seed == 3
        ? (11, 5)
        : (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
      guard from != to else { continue }
      let moved = try #require(uuids[names[from]])
      let other = try #require(uuids[names[to]])
      try store.changes.perform(
        to > from ? .orderItem(moved, .after(other)) : .orderItem(moved, .before(other)),
        session: session)
      names.insert(names.remove(at: from), at: to)
      #expect(try order(store) == names, "step \(step), seed \(seed)")
    }
    try store.database.checkIntegrity()
  }

  @Test func undoPutsItBackAndRedoMovesItAgain() throws {
    let items = try ["a", "b", "c"].map { try store.add($0) }
    let summary = try store.changes.perform(
      .orderItem(items[2].uuid, .before(items[0].uuid)), session: session)
    #expect(summary.description == "changed “c”")
    #expect(try order(store) == ["c", "a", "b"])
    try store.changes.undo(session: session)
    #expect(try order(store) == ["a", "b", "c"])
    try store.changes.redo(session: session)
    #expect(try order(store) == ["c", "a", "b"])
  }

  /// A move that makes room also moves other items; for the user it is one step.
  @Test func undoRevertsAMoveThatMadeRoom() throws {
    let items = try ["a", "b", "c"].map { try store.add($0) }
    for _ in 0..<60 {
      try store.changes.perform(.orderItem(items[2].uuid, .after(items[0].uuid)), session: session)
      try store.changes.perform(.orderItem(items[1].uuid, .after(items[0].uuid)), session: session)
    }
    #expect(try order(store) == ["a", "b", "c"])
    for step in 0..<120 {
      try store.changes.undo(session: session)
      #expect(try order(store) == (step % 2 == 0 ? ["a", "c", "b"] : ["a", "b", "c"]))
    }
  }

  @Test func movingAnItemToItsOwnPositionOrNextToATrashedOneDoesNothing() throws {
    let items = try ["a", "b", "c"].map { try store.add($0) }
    for edit in [
      Edit.orderItem(items[1].uuid, .after(items[0].uuid)),
      .orderItem(items[1].uuid, .before(items[2].uuid)),
      .orderItem(items[1].uuid, .before(items[1].uuid)),
    ] {
      #expect(try store.changes.perform(edit, session: session).count == 0)
    }
    try store.changes.perform(.trashItems([items[2].uuid]), session: session)
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.orderItem(items[0].uuid, .after(items[2].uuid)), session: session)
    }
    #expect(try order(store) == ["a", "b"])
  }

  /// A file may hold any position, such as the limits of the range or one position for many items.
  @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
  func itemsCanBeMovedWhateverTheirStoredPositions(_ position: Int64) throws {
    let items = try (0..<40).map { try store.add("item\($0)") }
    try store.database.file.write { db in
      try db.execute(
        sql: "UPDATE item SET order_key = ? WHERE name NOT IN ('item0', 'item39')",
        arguments: [position])
      return ((), .commit)
    }
    for (moved, isAfter, other) in [(39, true, 20), (0, false, 20), (7, true, 30), (8, false, 1)] {
      var wanted = try order(store)
      let name = "item\(moved)"
      wanted.removeAll { $0 == name }
      let index = try #require(wanted.firstIndex(of: "item\(other)"))
      wanted.insert(name, at: index + (isAfter ? 1 : 0))
      let (one, two) = (items[moved].uuid, items[other].uuid)
      try store.changes.perform(
        isAfter ? .orderItem(one, .after(two)) : .orderItem(one, .before(two)), session: session)
      #expect(try order(store) == wanted, "\(name), position \(position)")
    }
  }

  @Test func aPrivateItemIsMovedAndStaysSealed() throws {
    store.openPrivateItems(with: MirrorSealing())
    let first = try store.add("Teapot")
    var secret = Item(name: "Krugerrand")
    secret.isPrivate = true
    try store.changes.perform(.createItem(secret), session: session)
    try store.changes.perform(.orderItem(secret.uuid, .before(first.uuid)), session: session)
    #expect(try order(store) == ["Krugerrand", "Teapot"])
    #expect(try order(home.store()) == [Item.privateName, "Teapot"])
    #expect(try store.items.fetch(secret.uuid)?.isPrivate == true)
  }

  @Test func aPlaceShowsItsItemsInTheSameOrder() throws {
    let shed = try store.addPlace("Shed")
    let items = try ["a", "b", "c", "d"].map { name in
      try store.add(name) { $0.place = name == "b" ? nil : shed.uuid }
    }
    try store.changes.perform(.orderItem(items[3].uuid, .before(items[2].uuid)), session: session)
    #expect(try order(store, in: .place(shed.uuid)) == ["a", "d", "c"])
    #expect(try order(store) == ["a", "b", "d", "c"])
  }

  @Test func aBackupKeepsTheOrder() throws {
    let items = try ["a", "b", "c"].map { try store.add($0) }
    try store.changes.perform(.orderItem(items[2].uuid, .before(items[0].uuid)), session: session)
    let copy = try InventoryHome(
      inventory: {
        try #require(try store.database.checkpoint())
        return try Data(contentsOf: URL(fileURLWithPath: home.inventoryPath))
      }())
    #expect(try order(copy.store()) == ["c", "a", "b"])
  }

  /// A file that an earlier version wrote.
  @Test func anInventoryOfFormat10IsOrderedByAssetNumber() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/inventory-10-order.sqlite")
    let old = try InventoryHome(inventory: Data(contentsOf: corpus))
    for isReadOnly in [true, false] {
      let store = try old.store(readOnly: isReadOnly)
      #expect(try order(store) == ["Teapot", "Camera", "Tent", "Kettle"])
      #expect(try store.database.file.read { try $0.hasIndex("item_by_position") } == !isReadOnly)
      guard !isReadOnly, case .one(let kettle) = try store.items(named: "Kettle"),
        case .one(let camera) = try store.items(named: "Camera")
      else { continue }
      try store.changes.perform(.orderItem(kettle, .before(camera)), session: session)
      #expect(try order(store) == ["Teapot", "Kettle", "Camera", "Tent"])
      try store.database.checkIntegrity()
    }
  }
}
