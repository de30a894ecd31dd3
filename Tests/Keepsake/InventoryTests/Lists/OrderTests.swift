import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Compares lists in every order with sorting all rows.
@Suite(.leavesMainActorAlone) struct OrderTests {
  private let home: InventoryHome
  private let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private static let orders: [ItemQuery.Order] = [
    .name, .value, .quantity, .date, .place, .nameDescending, .valueDescending,
    .quantityDescending, .dateDescending, .placeDescending, .manual, .manualDescending,
  ]

  private func fill(_ count: Int, seed: UInt64) throws -> [Place] {
    var random = SeededGenerator(seed: seed)
    let places = try ["Attic", "cellar", "Box"].map { try store.addPlace($0) }
    for number in 0..<count {
      try store.add("Thing \(number % 17) \(number)") { item in
        item.place = Bool.random(using: &random) ? places.randomElement(using: &random)?.uuid : nil
        item.quantity = [1, 1, 1, 2, 0.5, 100].randomElement(using: &random) ?? 1
        item.purchasePrice =
          Bool.random(using: &random) ? .random(in: 0..<500, using: &random) : nil
        item.replacementValue = Int.random(in: 0..<3, using: &random) == 0 ? 250 : nil
        item.purchaseDate = CalendarDate(
          year: .random(in: 2019...2024, using: &random), month: 5, day: 1)
        if Bool.random(using: &random) { item.purchaseDate = nil }
        if Int.random(in: 0..<5, using: &random) == 0 {
          item.position = .random(in: 1...Int64(count), using: &random) << 19
        }
      }
    }
    return places
  }

  private func rows(_ query: ItemQuery) throws -> [ItemRow] {
    let list = try ItemList(store: store, query: query)
    return try (0..<list.count).compactMap { try list.row(at: $0) }
  }

  /// The rows sorted in memory.
  private func reference(_ query: ItemQuery) throws -> [UUID] {
    let all = try rows(ItemQuery(scope: query.scope, filter: query.filter))
    let keyed = try all.map { row -> (key: (Double, String), id: Int64, uuid: UUID) in
      let stored = try #require(
        try store.database.file.read { try StoredItem.fetch($0, uuid: row.uuid) })
      let item = stored.item
      let position = item.position != 0 ? item.position : (item.assetNumber ?? 0) << 20
      let key: (Double, String) =
        switch query.order.ascending {
        case .value: (Double(row.lineValue ?? -1), "")
        case .quantity: (row.quantity, "")
        case .date: (0, stored.item.purchaseDate?.text ?? "")
        case .place: (0, row.placePath?.lowercased() ?? "")
        case .manual: (Double(position), "")
        default: (0, SortKey.key(for: row.name))
        }
      return (key, stored.id, row.uuid)
    }
    let sorted = keyed.sorted { left, right in
      if left.key != right.key { return left.key < right.key }
      return left.id < right.id
    }.map(\.uuid)
    return query.order.isDescending ? sorted.reversed() : sorted
  }

  @Test(arguments: orders)
  func listsMatchSortingAllRows(_ order: ItemQuery.Order) throws {
    let places = try fill(300, seed: 31)
    for scope in [ItemQuery.Scope.everywhere, .unplaced, .place(places[0].uuid)] {
      for filter in ["", "thing 3", "-5"] {
        let query = ItemQuery(scope: scope, filter: filter, order: order)
        #expect(try rows(query).map(\.uuid) == reference(query), "\(query)")
      }
    }
  }

  /// Reading from the top, the end, the middle or an anchor gives the same rows.
  @Test(arguments: orders)
  func rowsAreTheSameFromEveryStartingPoint(_ order: ItemQuery.Order) throws {
    _ = try fill(1200, seed: 32)
    let query = ItemQuery(order: order)
    let all = try reference(query)
    var random = SeededGenerator(seed: 33)
    for _ in 0..<40 {
      let list = try ItemList(store: store, query: query)
      for _ in 0..<4 {
        let index = Int.random(in: 0..<all.count, using: &random)
        #expect(try list.row(at: index)?.uuid == all[index], "\(order), row \(index), seed 33")
        let other = Int.random(in: 0..<all.count, using: &random)
        #expect(try list.index(of: all[other]) == other, "\(order), seed 33")
      }
      let seen = Int.random(in: 0..<all.count, using: &random)
      let anchor = try list.anchor(at: seen)
      let later = try ItemList(store: store, query: query, anchor: anchor)
      for near in max(0, seen - 3)...min(all.count - 1, seen + 3) {
        #expect(try later.row(at: near)?.uuid == all[near], "\(order), near \(seen), seed 33")
      }
    }
  }

  /// A background search finds the same rows in the same order.
  @Test(arguments: orders)
  func aSearchKeepsTheOrder(_ order: ItemQuery.Order) throws {
    let places = try fill(700, seed: 34)
    for query in [
      ItemQuery(order: order), ItemQuery(filter: "thing", order: order),
      ItemQuery(filter: "attic", order: order),
      ItemQuery(scope: .within(places[1].uuid), order: order),
      ItemQuery(scope: .gap(.value), order: order),
      ItemQuery(scope: .unplaced, filter: "7", order: order),
    ] {
      let all = try rows(query).map(\.uuid)
      let anchor = try ItemList(store: store, query: query).anchor(at: all.count / 2)
      for from in [nil, anchor] {
        try ItemSearch(store: store, query: query, from: from).run { found in
          let list = try? ItemList(store: store, found: found)
          for index in found.start..<(found.start + found.ids.count) {
            let row = try? list?.row(at: index)
            #expect(row?.uuid == all[index], "\(query) at \(index)")
          }
          if found.isComplete { #expect(found.count == all.count, "\(query)") }
        }
      }
    }
  }

  /// An index provides the rows in order, so nothing is sorted, however many there are.
  @Test(arguments: [ItemQuery.Order.value, .quantity, .date, .name])
  func aPageOfRowsNeedsNoSorting(_ order: ItemQuery.Order) throws {
    _ = try fill(20, seed: 35)
    try store.database.file.read { db in
      let clause = try ScopeClause(.everywhere, order, db)
      for side in ["", " AND " + clause.beyond(">")] {
        let plan = try Row.fetchAll(
          db,
          sql: """
            EXPLAIN QUERY PLAN SELECT item.name FROM item \(clause.indexed)
            WHERE \(clause.condition)\(side) ORDER BY \(clause.key), item.id LIMIT 12
            """,
          arguments: side.isEmpty
            ? [] : StatementArguments(repeatElement(1, count: side.filter { $0 == "?" }.count)))
        let lines = plan.map { $0["detail"] as String? ?? "" }
        #expect(lines.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(lines)")
        #expect(lines[0].contains("SEARCH") && lines[0].contains(clause.index), "\(lines)")
        if !side.isEmpty, order != .name {
          #expect(lines[0].contains("<expr>>?") || lines[0].contains("quantity>?"), "\(lines)")
        }
      }
    }
  }

  @Test func scopesAreRestoredFromTheirNames() {
    let uuid = UUID()
    for scope in [
      ItemQuery.Scope.everywhere, .unplaced, .place(uuid), .within(uuid), .category(uuid),
      .category(nil), .tag(uuid), .gap(.value), .gap(.photo),
    ] {
      #expect(ItemQuery.Scope(name: scope.name) == scope)
    }
    for name in ["", "gap", "gap x", "within", "tag none", "category x", "x \(uuid)"] {
      #expect(ItemQuery.Scope(name: name) == nil)
    }
  }

  /// A file of an earlier format lacks the indexes; opened read-only, it still shows every order.
  @Test func aFileWithoutIndexesIsSortedCorrectly() throws {
    _ = try fill(60, seed: 36)
    let wanted = try Self.orders.map { try rows(ItemQuery(order: $0)).map(\.uuid) }
    try store.database.file.write { db in
      for index in ["value", "quantity", "date", "position"] {
        try db.execute(sql: "DROP INDEX item_by_\(index)")
      }
      try db.forgetColumns(after: 5)
      try db.execute(sql: "PRAGMA user_version = 3")
      return ((), .commit)
    }
    let reader = try home.store(readOnly: true)
    for (order, uuids) in zip(Self.orders, wanted) {
      let list = try ItemList(store: reader, query: ItemQuery(order: order))
      #expect(try (0..<list.count).compactMap { try list.row(at: $0)?.uuid } == uuids, "\(order)")
    }
    let again = try home.store()
    let made = try again.database.file.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'item_by_%'")
    }
    #expect(made == 4)
    try again.database.checkIntegrity()
  }

  /// A file that an earlier version wrote.
  @Test func anInventoryOfFormat3IsSortedInEveryOrder() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/inventory-3.sqlite")
    let old = try InventoryHome(inventory: Data(contentsOf: corpus))
    let names: [ItemQuery.Order: [String]] = [
      .name: ["Camera", "Teapot", "Tent"], .valueDescending: ["Camera", "Tent", "Teapot"],
      .quantityDescending: ["Tent", "Camera", "Teapot"],
      .dateDescending: ["Tent", "Camera", "Teapot"], .place: ["Tent", "Teapot", "Camera"],
    ]
    for isReadOnly in [true, false] {
      let store = try old.store(readOnly: isReadOnly)
      for (order, wanted) in names {
        let list = try ItemList(store: store, query: ItemQuery(order: order))
        let found = try (0..<list.count).compactMap { try list.row(at: $0)?.name }
        #expect(Set(found) == Set(wanted) && found.first == wanted.first, "\(order): \(found)")
      }
      let totals = try TotalsReading(store: store).totals(of: ItemQuery())
      #expect(totals == Totals(sum: 141_195, count: 3, unvalued: 0, estimated: 3))
      let report = try TotalsReading(store: store).report(on: .today())
      #expect(report?.gaps.first { $0.gap == .receipt }?.count == 2)
      if !isReadOnly { try store.database.checkIntegrity() }
    }
  }
}
