import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Numbers as programs write them, invalid numbers, and the items that have them.
@Suite(.leavesMainActorAlone) struct NumberTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func item(_ name: String) throws -> Item? {
    let uuid = try store.database.file.read { db in
      try UUID.fetchOne(db, sql: "SELECT uuid FROM item WHERE name = ?", arguments: [name])
    }
    return try uuid.flatMap { try store.items.fetch($0) }
  }

  @Test(arguments: [
    ("19.990000000000002", 1999), ("19.989999999999998", 1999), ("12.345", 1235), ("0.3333", 33),
    ("0.005", 1), ("0.0049999", 0), ("1.299", 130), ("9.999", 1000), ("-0.0000001", 0),
    ("1e-07", 0), ("1.2345E2", 12345), ("129.900000", 12990), ("1234.5678", 123_457), ("-0", 0),
  ])
  func anUnroundedPriceIsRoundedToTheCent(text: String, minor: Int64) throws {
    for separator in [",", "\t"] {
      let report = try home.importText(
        "HB.import_ref\(separator)HB.name\(separator)HB.purchase_price\na\(separator)A\(separator)\(text)\n",
        into: store)
      #expect(try item("A")?.purchasePrice == minor)
      let number = try #require(MachineNumber(text))
      #expect((report.roundedCount == 1) == (number.rounded(to: 2)?.isExact == false))
    }
  }

  @Test func roundedNumbersAreCountedAndTheFirstIsNamed() throws {
    let report = try home.importText(
      "HB.name,HB.quantity,HB.purchase_price\nA,2,5.00\nB,0.3333333333333333,12.345\n", into: store)
    #expect(report.roundedCount == 2)
    #expect(
      report.firstRounded?.description == "row 3, HB.quantity: “0.3333333333333333” to 0.3333")
    #expect(try item("B")?.quantity == 0.3333)
  }

  /// Files with semicolons usually have a decimal comma.
  @Test func aDotMaySeparateThousandsInAFileWithSemicolons() throws {
    let header = "HB.name;HB.purchase_price\n"
    let report = try home.importText(header + "A;1.299\n", into: store)
    #expect(report.problems.map(\.row) == [2] && store.database.counts.live == 0)
    #expect(try home.importText(header + "A;19.990000000000002\n", into: store).roundedCount == 1)
    #expect(try item("A")?.purchasePrice == 1999)
  }

  /// Programs don't write trailing zeros after a decimal point, so a person typed this, perhaps meaning thousands.
  @Test(arguments: ["1.500", "1.000", "500.000", "-1.500", " 12.340 "])
  func threeDecimalsThatEndInAZeroAreAmbiguous(text: String) throws {
    for separator in [",", "\t"] {
      let report = try home.importText(
        "HB.name\(separator)HB.purchase_price\nA\(separator)\(text)\n", into: store)
      #expect(report.problems.map(\.column) == ["HB.purchase_price"])
      #expect(store.database.counts.live == 0)
    }
  }

  /// Yen have no decimals, so a dot separates thousands.
  @Test func aDotSeparatesThousandsInACurrencyWithoutDecimals() throws {
    var settings = try store.settings.fetch()
    settings.currency = try #require(Currency(code: "JPY"))
    try #require(try store.settings.change(settings, session: "a"))
    _ = try home.importText("HB.name,HB.purchase_price\nA,500.000\nB,500.001\n", into: store)
    #expect(try item("A")?.purchasePrice == 500_000 && item("B")?.purchasePrice == 500)
  }

  @Test func threeDecimalsMayEndInZeroIfTheCurrencyHasThree() throws {
    var settings = try store.settings.fetch()
    settings.currency = try #require(Currency(code: "KWD"))
    try #require(try store.settings.change(settings, session: "a"))
    _ = try home.importText("HB.name,HB.quantity,HB.purchase_price\nA,1.500,1.500\n", into: store)
    #expect(try item("A")?.purchasePrice == 1500 && item("A")?.quantity == 1.5)
  }

  /// Less than half a cent is rounded to zero, but doesn't make the price unknown.
  @Test func onlyAnExactZeroIsAnUnknownPrice() throws {
    for (index, text) in ["0.004", "1e-9", "0", "0.00"].enumerated() {
      _ = try home.importText(
        "HB.import_ref,HB.name,HB.purchase_price\n\(index),A\(index),5\n", into: store)
      let report = try home.importText(
        "HB.import_ref,HB.name,HB.purchase_price\n\(index),A\(index),\(text)\n", into: store,
        options: .init(zeroIsUnknown: true))
      #expect(report.roundedCount == (index < 2 ? 1 : 0) && report.zeroPrices == 0)
      #expect(report.blankedCount == (index < 2 ? 0 : 1))
      #expect(try item("A\(index)")?.purchasePrice == (index < 2 ? 0 : nil))
    }
  }

  @Test func aCurrencyWithoutDecimalsIsRoundedToTheWhole() throws {
    var settings = try store.settings.fetch()
    settings.currency = try #require(Currency(code: "JPY"))
    try #require(try store.settings.change(settings, session: "a"))
    _ = try home.importText("HB.name,HB.purchase_price\nA,12.345\nB,1500.5\n", into: store)
    #expect(try item("A")?.purchasePrice == 12 && item("B")?.purchasePrice == 1501)
  }

  @Test(arguments: ["-2", "\u{2212}2", "-0.5", "1/3", "⅓", "NaN", "1e9999", "1e10", "--2", "1,500"])
  func anInvalidQuantityIsReported(text: String) throws {
    let report = try home.importText("HB.name,HB.quantity\nA,1\nB,\"\(text)\"\n", into: store)
    #expect(report.problems.map { "\($0.row) \($0.column ?? "")" } == ["3 HB.quantity"])
    #expect(store.database.counts.live == 0)
  }

  @Test func itemsWithProblemsCanBeSkipped() throws {
    let text = """
      HB.import_ref,HB.parent_import_ref,HB.name,HB.quantity,HB.purchase_price,HB.location
      a,,Good,1,5,Home
      b,,Twice bad,-2,free,Shed
      c,b,Child,1,,Home
      d,,,1,,Home
      e,,Long,1,,Home,x
      a,,Again,1,,Home
      f,,Cut,1

      """
    let report = try home.importText(text, into: store, options: .init(skipsBad: true))
    #expect(report.exitCode == 0 && report.created == 3 && report.createdPlaces == 1)
    #expect(
      report.skipped.map(\.description) == [
        "row 3 “Twice bad”, HB.quantity: “-2” is below zero",
        "row 3 “Twice bad”, HB.purchase_price: “free” is not a price like 1299.00",
        "row 5, HB.name: the name is missing",
        "row 6 “Long”: there are 7 fields where the header has 6",
        "row 7 “Again”: the import reference “a” also belongs to row 2",
      ])
    #expect(report.skippedCount == 4)
    #expect(
      report.warnings.map(\.row) == [8, 4],
      "a short row, and a parent that was skipped")
    #expect(try store.database.counts == store.recount())
    #expect(try store.wrongPlaceCounts() == [])
    _ = try store.changes.undo(session: InventoryHome.session)
    #expect(store.database.counts.live == 0)
  }

  @Test func skippingBadRowsDoesNotAcceptAnUnreadableFile() throws {
    for text in ["HB.name,HB.name\nA,B\n", "HB.name\n\"A\n", "HB.quantity\n1\n"] {
      let report = try home.importText(text, into: store, options: .init(skipsBad: true))
      #expect(report.exitCode == 65 && store.database.counts.live == 0)
    }
  }
}
