import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct ValuationTests {
  private let home: InventoryHome
  private let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func row(_ name: String) throws -> ItemRow {
    let list = try ItemList(store: store)
    let rows = try (0..<list.count).compactMap { try list.row(at: $0) }
    return try #require(rows.first { $0.name == name })
  }

  private func euros(_ minor: Int64) -> Money { Money(minor: minor, currency: .euro) }

  @Test func anItemIsWorthItsReplacementValueOrAnEstimate() throws {
    try store.add("Lamp") {
      $0.purchasePrice = 1000; $0.replacementValue = 2500; $0.quantity = 2
    }
    try store.add("Chair") {
      $0.purchasePrice = 1000; $0.quantity = 3
    }
    try store.add("Stone") { _ in }
    try store.add("Gift") { $0.purchasePrice = 0 }
    #expect(try row("Lamp").valuation(in: .euro) == .known(euros(5000)))
    #expect(try row("Chair").valuation(in: .euro) == .estimated(euros(3000)))
    #expect(try row("Stone").valuation(in: .euro) == .unknown)
    #expect(try row("Gift").valuation(in: .euro) == .estimated(euros(0)))
    #expect(try row("Lamp").valuation(in: .euro).text() == "€50.00")
    #expect(try row("Chair").valuation(in: .euro).text() == "≈€30.00")
    #expect(try row("Stone").valuation(in: .euro).text() == "—")
  }

  @Test(arguments: [
    (unit: 1000 as Int64, quantity: 0.333, line: 333 as Int64?), (1, 0.5, 1), (1, 0.4999, 0),
    (3, 0.5, 2), (145, 0.1, 15), (1005, 0.01, 10), (99_999_999_999_999, 1, 99_999_999_999_999),
    (99_999_999_999_999, 9, 899_999_999_999_991), (99_999_999_999_999, 11, nil),
    (100_000_000_000_000, 1, nil), (-1, 1, nil), (7, 0, 0), (1, 1e9, 1_000_000_000),
    (12345, 2.5, 30863),
  ])
  func aLineIsRoundedOnceAwayFromZero(unit: Int64, quantity: Double, line: Int64?) throws {
    #expect(PostgresValue.minor(unit: unit, quantity: quantity) == line)
    #expect(try inSQL(unit, quantity) == line)
  }

  private func inSQL(_ unit: Int64, _ quantity: Double) throws -> Int64? {
    try store.database.file.read { db in
      let value =
        try Row.fetchOne(
          db,
          sql: """
            SELECT \(ValueClause.line) FROM
              (SELECT ? AS replacement_minor, NULL AS purchase_price_minor, ? AS quantity) AS item
            """, arguments: [unit, quantity])?[0] as DatabaseValue?
      // An overflowing product would be a floating-point number.
      if case .double(let number)? = value?.storage {
        Issue.record("\(number) is not a whole number")
      }
      return value.flatMap(Int64.fromDatabaseValue)
    }
  }

  /// Compares with exact decimal arithmetic and with SQL.
  @Test(arguments: [3, 4] as [UInt64])
  func theProductIsExact(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let unit = Int64.random(in: 0..<pow10(Int.random(in: 1...14, using: &random)), using: &random)
      let parts = Int64.random(in: 0..<pow10(Int.random(in: 1...9, using: &random)), using: &random)
      let quantity = try Quantity.parse(
        "\(parts / 10_000).\(String(format: "%04d", parts % 10_000))")
      var product = Decimal(unit) * Decimal(parts) / 10_000
      var rounded = Decimal()
      NSDecimalRound(&rounded, &product, 0, .plain)
      let exact =
        rounded < Decimal(PostgresValue.maximum)
        ? NSDecimalNumber(decimal: rounded).int64Value : nil
      let words = "\(unit) × \(quantity), seed \(seed)"
      #expect(PostgresValue.minor(unit: unit, quantity: quantity) == exact, "\(words)")
      #expect(try inSQL(unit, quantity) == exact, "\(words)")
    }
  }

  private func pow10(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  @Test func soldItemsDoNotCount() throws {
    let lamp = try store.add("Lamp") { $0.soldPrice = 0 }
    #expect(!lamp.isSold, "Homebox writes a price of 0 for an unsold item")
    #expect(lamp.countsInTotals)
    for change: (inout Item) -> Void in [
      { $0.soldDate = CalendarDate(iso: "2024-05-01") }, { $0.soldTo = "Ada" },
      { $0.soldPrice = 5 },
    ] {
      var sold = lamp
      change(&sold)
      #expect(sold.isSold && !sold.countsInTotals)
      sold.uuid = UUID()
      sold.assetNumber = nil
      try store.changes.perform(.createItem(sold), session: "test")
      let isSold = try store.database.file.read { db in
        try Bool.fetchOne(
          db, sql: "SELECT \(ValueClause.isSold) FROM item WHERE uuid = ?", arguments: [sold.uuid])
      }
      #expect(isSold == true)
    }
  }

  @Test func overflowingSumsThrow() throws {
    var totals = Totals(sum: .max - 5, count: 1, unvalued: 0, estimated: 0)
    #expect(throws: Totals.tooMuch) { try totals.add(line: 6, isEstimated: false) }
    try totals.add(Totals(sum: 5, count: 1, unvalued: 0, estimated: 1))
    #expect(totals.sum == .max)
    #expect(totals.estimated == 1)
  }

  @Test func totalsAreFormattedWithTheirUncertainty() {
    #expect(Totals().text(.euro) == "€0.00")
    #expect(Totals(sum: 0, count: 2, unvalued: 2, estimated: 0).text(.euro) == "—")
    #expect(Totals(sum: 123_456, count: 3, unvalued: 1, estimated: 0).text(.euro) == "€1,234.56")
    #expect(Totals(sum: 123_456, count: 3, unvalued: 1, estimated: 1).text(.euro) == "≈€1,234.56")
  }
}

@Suite(.leavesMainActorAlone) struct ActualCashValueTests {
  private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(iso: text)) }

  @Test(arguments: [
    (months: 120 as Int?, bought: "2020-01-15" as String?, value: 5000 as Int64),
    (120, "2024-12-31", 10_000), (120, "2026-01-01", 10_000), (nil, "1990-01-01", 10_000),
    (120, nil, 10_000), (120, "2005-01-01", 2000), (120, "2016-12-31", 2000),
    (120, "2017-01-15", 2000), (120, "2017-02-15", 2083), (0, "2017-02-15", 10_000),
    // Between the floor and the end of the useful life, at both, and beyond.
    (120, "2017-01-14", 2000), (120, "2016-12-15", 2000), (120, "2016-01-15", 2000),
    (120, "2015-02-15", 2000), (120, "2015-01-16", 2000), (120, "2015-01-15", 2000),
    (120, "2014-12-15", 2000), (120, "2017-01-16", 2083),
    // A day before and after the end of a month, today, and a future purchase.
    (120, "2024-12-15", 9917), (120, "2024-12-16", 10_000), (120, "2025-01-15", 10_000),
    (120, "2026-01-15", 10_000),
    // Useful lives of one month, a few months, and none.
    (1, "2024-12-16", 10_000), (1, "2024-12-15", 2000), (5, "2024-10-15", 4000),
    (5, "2024-09-15", 2000),
    (5, "2024-08-15", 2000), (-1, "2005-01-01", 10_000),
  ])
  func theValueFallsWithAgeDownToTheFloor(months: Int?, bought: String?, value: Int64) throws {
    let today = try day("2025-01-15")
    let cash = ActualCashValue.minor(
      of: 10_000, usefulLife: months, bought: try bought.map(day), on: today)
    #expect(cash == value)
  }

  @Test(arguments: [-100, -1, 0, 1, 2, 4, 5] as [Int64])
  func theFloorOfASmallOrNegativeLineIsRounded(line: Int64) throws {
    let cash = ActualCashValue.minor(
      of: line, usefulLife: 120, bought: try day("2015-06-15"), on: try day("2025-01-15"))
    #expect(cash == (line <= 0 ? line : (line * 20 + 50) / 100))
  }

  @Test func theResultIsRoundedToTheCent() throws {
    let (bought, today) = (try day("2024-01-01"), try day("2024-02-01"))
    #expect(ActualCashValue.minor(of: 1, usefulLife: 3, bought: bought, on: today) == 1)
    #expect(ActualCashValue.minor(of: 100, usefulLife: 3, bought: bought, on: today) == 67)
    let most = PostgresValue.maximum - 1
    let cash = ActualCashValue.minor(of: most, usefulLife: 12_000, bought: bought, on: today)
    #expect(cash < most && cash > most / 2)
  }
}
