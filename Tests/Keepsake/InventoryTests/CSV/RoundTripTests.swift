import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct RoundTripTests {
  let home: InventoryHome

  init() throws { home = try InventoryHome() }

  private static let words = [
    "lamp", "a,b", "say \"hi\"", "two\nlines", "crlf\r\nend", "cr\rend", "茶壶", "Самовар", "é",
    " leading", "trailing ", ";", "tab\there", "🙂", "'", "=1+1", "\"",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    guard Bool.random(using: &random) else { return "" }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Self.words.randomElement(using: &random) ?? ""
    }.joined(separator: " ")
  }

  private func date(_ random: inout SeededGenerator) -> CalendarDate? {
    CalendarDate(
      year: Int.random(in: 1990...2030, using: &random),
      month: Int.random(in: 1...13, using: &random), day: Int.random(in: 1...28, using: &random))
  }

  private func price(_ random: inout SeededGenerator) -> Int64? {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: nil
    case 1: 0
    default: Int64.random(in: 0...9_999_999, using: &random)
    }
  }

  private func fill(_ store: InventoryStore, _ random: inout SeededGenerator) throws {
    var places: [Place] = []
    for number in 0..<8 {
      let around = Bool.random(using: &random) ? places.randomElement(using: &random) : nil
      places.append(try store.addPlace("Place, \"\(number)\" 间", in: around))
    }
    let categories = try store.items.categories()
    var items: [Item] = []
    for number in 0..<60 {
      let hasReference = Bool.random(using: &random)
      let item = try store.add("Item \(number) " + text(&random)) {
        $0.place = places.randomElement(using: &random)?.uuid
        if Bool.random(using: &random) { $0.place = nil }
        $0.category =
          Bool.random(using: &random) ? categories.randomElement(using: &random)?.uuid : nil
        $0.parent = Bool.random(using: &random) ? items.randomElement(using: &random)?.uuid : nil
        $0.importReference = hasReference ? "ref \(number)" : nil
        $0.description = text(&random)
        $0.notes = text(&random)
        $0.quantity = [0, 1, 2.5, 1000, 0.0001].randomElement(using: &random) ?? 1
        $0.unit = text(&random)
        $0.manufacturer = text(&random)
        $0.modelNumber = text(&random)
        $0.serialNumber = text(&random)
        $0.condition = text(&random)
        $0.purchasePrice = price(&random)
        $0.purchaseDate = date(&random)
        $0.purchaseFrom = text(&random)
        $0.orderReference = text(&random)
        $0.link = text(&random)
        $0.replacementValue = price(&random)
        $0.replacementDate = date(&random)
        $0.isInsured = Bool.random(using: &random)
        $0.warrantyUntil = date(&random)
        $0.hasLifetimeWarranty = Bool.random(using: &random)
        $0.warrantyDetails = text(&random)
        $0.soldDate = date(&random)
        $0.lentDate = date(&random)
        $0.dueBack = date(&random)
        $0.soldTo = text(&random)
        $0.soldPrice = price(&random)
        $0.soldNotes = text(&random)
        $0.archivedAt = Bool.random(using: &random) ? 1 : nil
        $0.tags = ["tag 1", "Метка", "标签"].filter { _ in Bool.random(using: &random) }
        for name in ["Colour", "Größe, cm", "Barcode"] where Bool.random(using: &random) {
          $0.fields.append(CustomField(name: name, value: text(&random)))
        }
      }
      items.append(item)
      if Int.random(in: 0..<12, using: &random) == 0 {
        try store.changes.perform(.trashItems([item.uuid]), session: "a")
      }
    }
  }

  @Test(arguments: [101, 102, 103, 104] as [UInt64])
  func exportImportExportGivesTheSameBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let first = try home.store("first")
    try fill(first, &random)
    let exported = try home.export(first)
    let second = try home.store("second")
    let report = try home.importText(exported, into: second)
    #expect(report.problems == [], "seed \(seed)")
    #expect(report.warnings == [], "seed \(seed)")
    #expect(try home.export(second) == exported, "seed \(seed)")
    #expect(second.database.counts.live == first.database.counts.live, "seed \(seed)")

    let again = try home.importText(exported, into: second)
    #expect(again.unchanged == again.rows, "seed \(seed)")
    let same = try home.importText(exported, into: first)
    #expect(same.unchanged == same.rows, "seed \(seed)")
    #expect(try home.export(first) == exported, "seed \(seed)")
  }

  @Test func theExportHeaderHasOldAndNewColumnNames() throws {
    let store = try home.store()
    try store.add("A") { $0.fields = [CustomField(name: "Zip", value: "1")] }
    let header = try home.export(store).prefix { $0 != "\n" }
    #expect(
      header == """
        HB.import_ref,HB.parent_import_ref,HB.location,HB.tags,HB.labels,HB.asset_id,HB.archived,\
        HB.name,HB.quantity,HB.description,HB.insured,HB.notes,HB.purchase_price,HB.purchase_from,\
        HB.purchase_date,HB.purchase_time,HB.manufacturer,HB.model_number,HB.serial_number,\
        HB.lifetime_warranty,HB.warranty_expires,HB.warranty_details,HB.sold_to,HB.sold_price,\
        HB.sold_date,HB.sold_time,HB.sold_notes,HB.field.Zip
        """)
  }
}
