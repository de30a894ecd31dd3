import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct TableImportTests {
  let home: ImportHome

  init() throws { home = try ImportHome() }

  static let russian = """
    Список имущества;;;;
    Название;Комната;Цена;Дата покупки;Кол-во
    Стол письменный;Кабинет;1 200,50;31.05.2024;1
    Стул;Кабинет;75,00;01.06.2024;4
    Итого;;1 500,50;;

    """

  @Test func spreadsheetInWindows1251BecomesACheckedList() throws {
    let bytes = try TextEncodingTests.encoded(Self.russian, .windows1251)
    let importer = try home.importer(bytes)
    #expect(importer.file.format == "text, windows-1251, separated by “;”")
    #expect(importer.file.headerRow == 2)
    #expect(importer.guesses == ["decimal comma"])
    #expect(
      importer.mapping.lines == [
        "Название = name", "Комната = place", "Цена = purchase-price",
        "Дата покупки = purchase-date", "Кол-во = quantity",
      ])
    let report = try importer.run(session: InventoryHome.session)
    #expect(report.items.created == 2)
    #expect(report.leftOut.map(\.description) == ["row 5: it has only totals"])
    let items = try home.items()
    #expect(items["Стол письменный"]?.purchasePrice == 120_050)
    #expect(items["Стол письменный"]?.purchaseDate?.text == "2024-05-31")
    let chair = try #require(items["Стул"])
    #expect(chair.quantity == 4)
    #expect(try home.place(of: chair) == "Кабинет")
  }

  @Test func importingTheSameFileAgainChangesNothing() throws {
    let text = "Item,Room,Price\nChair,Hall,12.50\nChair,Hall,12.50\nLamp,Attic,\n"
    #expect(try home.take(text).items.created == 3)
    let version = home.store.database.dataVersion
    let report = try home.take(text)
    #expect(report.items.unchanged == 3 && report.items.created == 0 && report.items.changed == 0)
    #expect(home.store.database.dataVersion == version)
  }

  private static let byID = "ID,Name,Price,Notes\n7,Chair,12.50,old\n"

  @Test func changedRowUpdatesOnlyWhatTheUserHasNotChanged() throws {
    try home.take(Self.byID)
    var chair = try home.only()
    chair.notes = "my own note"
    try home.store.changes.perform(.updateItem(chair), session: "other")
    let file = "ID,Name,Price,Notes\n7,Chair,13.00,new\n"
    let report = try home.take(file)
    #expect(report.items.changed == 1 && report.keptCount == 1)
    #expect(try home.only().purchasePrice == 1300)
    #expect(try home.only().notes == "my own note")
    try home.take(file) { $0.updates = true }
    #expect(try home.only().notes == "new")
  }

  @Test func mappedFileNeverClearsAField() throws {
    try home.take(Self.byID)
    let report = try home.take("ID,Name,Price,Notes\n7,Chair,,Not Available\n") {
      $0.updates = true
    }
    #expect(report.items.unchanged == 1)
    #expect(try home.only().notes == "old" && home.only().purchasePrice == 1250)
  }

  @Test func oneUndoRevertsTheImportAndTheFileCanBeImportedAgain() throws {
    let text = "Item,Room\nChair,Hall\nLamp,Attic\n"
    try home.take(text)
    try home.store.changes.undo(session: InventoryHome.session)
    #expect(home.store.database.counts.live == 0)
    #expect(try home.take(text).items.created == 2)
    #expect(home.store.database.counts.live == 2)
    #expect(try home.store.wrongPlaceCounts() == [])
  }

  @Test func trashedItemStaysInTheTrash() throws {
    try home.take(Self.byID)
    try home.store.changes.perform(.trashItems([try home.only().uuid]), session: "other")
    let report = try home.take(Self.byID)
    #expect(report.trashedCount == 1 && report.items.created == 0)
    #expect(home.store.database.counts.live == 0)
  }

  private static let bad = "Item,Price,Bought\nChair,12.50,2024-01-31\nLamp,cheap,2024-02-30\n"

  @Test func fileWithABadRowIsRefusedWithTheReasons() throws {
    let report = try home.take(Self.bad)
    #expect(report.items.exitCode == 65)
    #expect(home.store.database.counts.live == 0)
    #expect(
      report.badRows.map(\.reasons) == [
        [
          "Price: “cheap” is not a price like 1299.00",
          "Bought: “2024-02-30” is not a day of the calendar; write it like 2024-05-31",
        ]
      ])
  }

  @Test func badRowsAreSkippedOnRequest() throws {
    let report = try home.take(Self.bad) { $0.skipsBad = true }
    #expect(report.items.isAcceptable && report.items.created == 1)
    #expect(report.badRows.map(\.row) == [3])
    #expect(report.badRows.map(\.cells) == [["Lamp", "cheap", "2024-02-30"]])
  }

  @Test func planWritesNothing() throws {
    let importer = try home.importer("Item,Room\nChair,Hall\n")
    let version = home.store.database.dataVersion
    #expect(try importer.plan(session: InventoryHome.session).items.created == 1)
    #expect(home.store.database.dataVersion == version)
    #expect(home.store.database.counts.live == 0)
  }

  @Test(arguments: [
    ("1/2/2026", "13/2/2026", "2026-02-01"), ("1/2/2026", "2/13/2026", "2026-01-02"),
    ("01.02.2026", "1.3.26", "2026-02-01"), ("1-2-2026", "2026-05-01", nil),
    ("1/2/26", "3/4/26", nil),
    ("Feb 1, 2026", "1. März 2026", "2026-02-01"),
    ("01/02/2026 01:26PM", "28/08/2025 09:00AM", "2026-02-01"),
  ])
  func orderOfDayAndMonthIsSeenInOtherDates(first: String, second: String, day: String?) throws {
    let text = "Item\tBought\nA\t\(first)\nB\t\(second)\n"
    guard let day else {
      let report = try home.take(text)
      #expect(report.items.problems.first?.reason.contains("--dates day-first") == true)
      #expect(home.store.database.counts.live == 0)
      return
    }
    #expect(try home.take(text).items.created == 2)
    #expect(try home.items()["A"]?.purchaseDate?.text == day)
  }

  @Test func statedOrderOfDatesCounts() throws {
    try home.take("Item,Bought\nA,1/2/2026\n") { $0.dateOrder = .dayFirst }
    #expect(try home.only().purchaseDate?.text == "2026-02-01")
  }

  @Test(arguments: [
    ("$1,299.00", "USD"), ("1.299,00 zł", "PLN"), ("1299 GBP", "GBP"),
  ])
  func pricesInAnotherCurrencyAreAskedAbout(price: String, code: String) throws {
    let text = "Item\tPrice\nA\t\(price)\n"
    let reason = try home.take(text).items.problems.first?.reason ?? ""
    #expect(reason.contains("1 row has prices in \(code), and this inventory uses EUR"))
    try home.take(text) { $0.foreignPrices = .text }
    let item = try home.only()
    #expect(item.purchasePrice == nil)
    #expect(item.fields.map(\.name) == ["Purchase price in \(code)"])
    #expect(item.fields.first?.value.hasSuffix(" \(code)") == true)
  }

  @Test func foreignPricesCanBeTakenAsNumbers() throws {
    try home.take("Item,Unit Cost (USD)\nA,\"$1,299.00\"\n") { $0.foreignPrices = .number }
    #expect(try home.only().purchasePrice == 129_900)
  }

  @Test func correctedMappingIsRememberedForTheSameColumns() throws {
    let map = "# mine\nWhat = name\nOwner = field.Belongs to\nHow much = purchase-price\n"
    let text = "What,Owner,How much\nChair,Ann,5.00\n"
    let reason = try home.take(text).items.problems.first?.reason ?? ""
    #expect(reason.hasPrefix("no column is for the names of items"), "\(reason)")
    try home.take(text) { $0.map = map }
    let importer = try home.importer("what,owner,how much\nLamp,Bob,6.00\n")
    #expect(importer.isRemembered)
    _ = try importer.run(session: InventoryHome.session)
    let lamp = try #require(try home.items()["Lamp"])
    #expect(lamp.fields == [CustomField(name: "Belongs to", value: "Bob")])
    #expect(lamp.purchasePrice == 600)
  }

  @Test(arguments: ["Who = name", "What = nonsense", "What", "What = name\nOwner = name"])
  func mapFileWithAnErrorIsRefused(map: String) throws {
    #expect(throws: InventoryError.self) {
      try home.importer("What,Owner\nChair,Ann\n") { $0.map = map }
    }
  }

  @Test func purgedItemLeavesNoDigests() throws {
    try home.take(Self.byID)
    let item = try home.only()
    let digests = { try home.store.database.read { try ImportMemory.digests(of: item.uuid, $0) } }
    #expect(try digests().keys.sorted() == ["name", "notes", "purchasePrice"])
    _ = try home.store.database.write(source: "test") { transaction in
      try PrivacyEdits.forget(item.uuid, transaction.db)
      transaction.hasBookkeeping = true
    }
    #expect(try digests().isEmpty)
  }
}
