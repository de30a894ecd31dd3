import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct TotalsTests {
  private let home: InventoryHome
  private let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func totals(_ query: ItemQuery = ItemQuery()) throws -> Totals {
    try #require(try TotalsReading(store: store).totals(of: query))
  }

  @discardableResult
  private func fill() throws -> (home: Place, kitchen: Place) {
    let house = try store.addPlace("Home")
    let kitchen = try store.addPlace("Kitchen", in: house)
    try store.add("Tea pot") {
      $0.place = kitchen.uuid; $0.replacementValue = 3200
    }
    try store.add("Tea cups") {
      ($0.place, $0.purchasePrice, $0.quantity, $0.tags) = (kitchen.uuid, 333, 6, ["daily"])
    }
    try store.add("Lamp") {
      $0.place = house.uuid; $0.serialNumber = "L-1"
    }
    try store.add("Bike") {
      $0.replacementValue = 99_999; $0.tags = ["daily", "outdoor"]
    }
    try store.add("Sold chair") {
      $0.purchasePrice = 5000; $0.soldTo = "Ada"
    }
    try store.add("Old chair") {
      $0.purchasePrice = 5000; $0.archivedAt = 5
    }
    let gone = try store.add("Gone") { $0.purchasePrice = 7000 }
    try store.changes.perform(.trashItems([gone.uuid]), session: "test")
    return (house, kitchen)
  }

  @Test func soldArchivedAndTrashedItemsDoNotCount() throws {
    try fill()
    #expect(try totals() == Totals(sum: 105_197, count: 4, unvalued: 1, estimated: 1))
    #expect(try totals().text(.euro) == "≈€1,051.97")
  }

  @Test func totalsFollowFilterAndScope() throws {
    let (house, kitchen) = try fill()
    let tea = Totals(sum: 5198, count: 2, unvalued: 0, estimated: 1)
    #expect(try totals(ItemQuery(filter: "tea")) == tea)
    #expect(try totals(ItemQuery(filter: "-tea")).sum == 99_999)
    #expect(try totals(ItemQuery(scope: .place(kitchen.uuid))) == tea)
    #expect(try totals(ItemQuery(scope: .place(kitchen.uuid), filter: "cup")).sum == 1998)
    #expect(try totals(ItemQuery(scope: .place(house.uuid))).unvalued == 1)
    #expect(try totals(ItemQuery(scope: .within(house.uuid))).sum == 5198)
    #expect(try totals(ItemQuery(scope: .unplaced)).sum == 99_999)
    #expect(try totals(ItemQuery(scope: .gap(.value))).count == 1)
    let list = try ItemList(store: store)
    let uuids = try (0..<2).compactMap { try list.row(at: $0)?.uuid }
    #expect(try TotalsReading(store: store).totals(of: uuids)?.sum == 99_999)
  }

  @Test func totalsOfPlacesIncludeTheirSubtree() throws {
    let (house, kitchen) = try fill()
    let worth = try #require(try TotalsReading(store: store).worth())
    #expect(worth.dataVersion == store.database.dataVersion)
    #expect(worth.all == (try totals()))
    #expect(worth.places[kitchen.uuid]?.sum == 5198)
    #expect(worth.places[house.uuid] == Totals(sum: 5198, count: 3, unvalued: 1, estimated: 1))
    #expect(worth.unplaced.sum == 99_999)
  }

  @Test func theReportHasTotalsPlacesCategoriesTagsAndGaps() throws {
    let (house, kitchen) = try fill()
    let day = CalendarDate(unchecked: 2026, 11, 22)
    var settings = try store.settings.fetch()
    settings.contentsLimit = 100_000
    try store.settings.change(settings, session: "test")
    let report = try #require(try TotalsReading(store: store).report(on: day))
    #expect(report.all == (try totals()))
    #expect(report.paid == Totals(sum: 1998, count: 4, unvalued: 3, estimated: 0))
    #expect(report.replacement == Totals(sum: 103_199, count: 4, unvalued: 2, estimated: 0))
    #expect(report.cash == report.all.sum, "no age, no useful life")
    #expect(report.shortfall == 5197)
    #expect(report.places.map(\.name) == ["Home", "Kitchen", ""])
    #expect(report.places.map(\.depth) == [0, 1, 0])
    #expect(report.places.map(\.uuid) == [house.uuid, kitchen.uuid, nil])
    #expect(report.places.map(\.totals.sum) == [5198, 5198, 99_999])
    #expect(report.categories.map(\.totals.sum) == [105_197])
    #expect(report.tags.map(\.name) == ["daily", "outdoor"])
    #expect(report.tags.map(\.totals.sum) == [101_997, 99_999])
    let gaps = Dictionary(uniqueKeysWithValues: report.gaps.map { ($0.gap, $0.count) })
    #expect(gaps[.value] == 1 && gaps[.serial] == 3)
    for line in report.gaps {
      #expect(
        try ItemList(store: store, query: ItemQuery(scope: .gap(line.gap))).count == line.count)
    }
  }

  @Test func reportCountsOverdueLoansAndEndingWarranties() throws {
    let day = CalendarDate(unchecked: 2026, 11, 22)
    for (name, due) in [("Late", "2026-11-21"), ("Today", "2026-11-22")] {
      try store.add(name) { ($0.lentTo, $0.dueBack) = ("Ben", CalendarDate(iso: due)) }
    }
    for last in ["2026-11-21", "2026-11-22", "2026-12-22", "2026-12-23"] {
      try store.add("Until \(last)") { $0.warrantyUntil = CalendarDate(iso: last) }
    }
    let report = try #require(try TotalsReading(store: store).report(on: day))
    #expect(report.dueDates.map(\.count) == [1, 2])
    for line in report.dueDates {
      let scope = ItemQuery.Scope.due(line.date)
      #expect(try ItemList(store: store, query: ItemQuery(scope: scope)).count == line.count)
      #expect(ItemQuery.Scope(name: scope.name) == scope)
    }
  }

  @Test func theReportDepreciatesByAge() throws {
    let electronics = try #require(try store.items.categories().first { $0.name == "Electronics" })
    try store.add("Radio") {
      ($0.category, $0.replacementValue) = (electronics.uuid, 7200)
      $0.purchaseDate = CalendarDate(iso: "2023-11-22")
    }
    let day = CalendarDate(unchecked: 2026, 11, 22)
    let report = try #require(try TotalsReading(store: store).report(on: day))
    #expect(report.cash == 3600, "half of 72 months")
    #expect(report.categories.first?.name == "Electronics")
  }

  @Test func overflowingSumsThrow() throws {
    for _ in 0..<3 { try store.add("Palace") { $0.replacementValue = 90_000_000_000_000 } }
    try store.database.file.write { db in
      // Raises the sum without storing more items.
      try db.execute(sql: "UPDATE item SET quantity = 11")
      return ((), .commit)
    }
    #expect(try totals().sum == 3 * 990_000_000_000_000)
    var sum = Totals(sum: .max, count: 1, unvalued: 0, estimated: 0)
    #expect(throws: Totals.tooMuch) { try sum.add(totals()) }
  }

  @Test func aCanceledReadingHasNoResult() throws {
    try fill()
    let reading = TotalsReading(store: store)
    reading.cancel()
    #expect(try reading.totals(of: ItemQuery()) == nil)
    #expect(try reading.worth() == nil)
  }

  /// Sums must not get slower when items have longer texts.
  @Test func sumsUseOnlyTheIndex() throws {
    let plans = try store.database.file.read { db in
      try ["item.location_id, item.category_id", "item.purchase_date, item.serial_number = ''"].map
      {
        let sql = """
          EXPLAIN QUERY PLAN SELECT \(ValuedRow.columns), item.id, \($0)
          FROM item \(try ValueClause.scanned(db)) WHERE \(ValueClause.counts)
          """
        return try Row.fetchAll(db, sql: sql).map { $0["detail"] as String }.joined()
      }
    }
    #expect(plans.allSatisfy { $0.contains("USING COVERING INDEX item_worth") }, "\(plans)")
  }

  /// A file that an earlier version wrote.
  @Test func anInventoryOfFormat4IsSummed() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/inventory-4.sqlite")
    let old = try InventoryHome(inventory: Data(contentsOf: corpus))
    for isReadOnly in [true, false] {
      let store = try old.store(readOnly: isReadOnly)
      let wanted = Totals(sum: 91_195, count: 2, unvalued: 0, estimated: 2)
      #expect(try TotalsReading(store: store).totals(of: ItemQuery()) == wanted)
      #expect(try TotalsReading(store: store).worth()?.all == wanted)
      #expect(try TotalsReading(store: store).report(on: .today())?.all == wanted)
      let hasIndex = try store.database.file.read { try $0.hasIndex("item_worth") }
      #expect(hasIndex == !isReadOnly)
      if !isReadOnly { try store.database.checkIntegrity() }
    }
  }

  /// Row numbers come from the file, which may be forged.
  @Test(arguments: [Int64.max, 1 << 40, -7])
  func tagTotalsWorkWithAnyRowNumber(number: Int64) throws {
    try store.add("Bike") { ($0.purchasePrice, $0.tags) = (700, ["outdoor"]) }
    let tent = try store.add("Tent") { ($0.replacementValue, $0.tags) = (20, ["outdoor"]) }
    try store.database.file.write { db in
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try db.execute(
        sql: """
          UPDATE item_tag SET item_id = :new WHERE item_id = (SELECT id FROM item WHERE uuid = :uuid);
          UPDATE item SET id = :new WHERE uuid = :uuid
          """, arguments: ["new": number, "uuid": tent.uuid])
      return ((), .commit)
    }
    let report = try TotalsReading(store: store).report(on: .today())
    #expect(
      report?.tags.map(\.totals) == [Totals(sum: 720, count: 2, unvalued: 0, estimated: 1)])
  }

  /// Compares the totals during random edits with those of a list in memory.
  @Test(arguments: [21, 22] as [UInt64])
  func totalsMatchDuringRandomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var kept: [UUID: Item] = [:]
    let home = try store.addPlace("Home")
    let places = [nil, home.uuid, try store.addPlace("Attic", in: home).uuid]
    let categories = [nil] + (try store.items.categories().prefix(3).map(\.uuid))
    func change(_ item: inout Item) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        item.purchasePrice =
          Bool.random(using: &random) ? nil : .random(in: 0..<1_000_000, using: &random)
      case 1:
        item.replacementValue =
          Bool.random(using: &random) ? nil : .random(in: 0..<1_000_000, using: &random)
      case 2: item.quantity = Double(Int.random(in: 0..<50_000, using: &random)) / 10_000
      case 3: item.soldTo = Bool.random(using: &random) ? "Ada" : ""
      case 4: item.archivedAt = Bool.random(using: &random) ? 5 : nil
      case 5: item.soldPrice = Bool.random(using: &random) ? 0 : nil
      case 6: item.place = places.randomElement(using: &random) ?? nil
      case 7: item.category = categories.randomElement(using: &random) ?? nil
      default: item.quantity = 1
      }
    }
    for step in 0..<500 {
      if kept.count < 10 || Bool.random(using: &random) {
        var item = Item(name: "Thing \(step)")
        for _ in 0..<3 { change(&item) }
        try store.changes.perform(.createItem(item), session: "test")
        kept[item.uuid] = try store.items.fetch(item.uuid)
      } else if let uuid = kept.keys.sorted(by: { $0.uuidString < $1.uuidString }).randomElement(
        using: &random),
        var item = kept[uuid]
      {
        if Int.random(in: 0..<8, using: &random) == 0 {
          try store.changes.perform(.trashItems([uuid]), session: "test")
        } else {
          change(&item)
          try store.changes.perform(.updateItem(item), session: "test")
        }
        kept[uuid] = try store.items.fetch(uuid)
      }
      guard step % 10 == 0 else { continue }
      var wanted = Totals()
      for item in kept.values where item.countsInTotals {
        let value = item.valuation(in: .euro)
        try wanted.add(line: value.money?.minor, isEstimated: value.isEstimated)
      }
      #expect(try totals() == wanted, "step \(step), seed \(seed)")
      let worth = try TotalsReading(store: store).worth()
      #expect(worth?.all == wanted, "step \(step), seed \(seed)")
      let report = try #require(try TotalsReading(store: store).report(on: .today()))
      #expect(report.all == wanted, "step \(step), seed \(seed)")
      for lines in [report.places.filter { $0.depth == 0 }, report.categories] {
        #expect(lines.map(\.totals.sum).reduce(0, +) == wanted.sum, "step \(step), seed \(seed)")
        #expect(lines.map(\.totals.count).reduce(0, +) == wanted.count, "seed \(seed)")
      }
    }
  }
}
