import Foundation
import Testing

@testable import Inventory
@testable import Keepsake

/// What `list --json` and the screen of an item hold, beside what an export writes.
@Suite struct EveryFieldTests {
  /// The names in JSON of an export's columns.
  private static let names: [String: String] = [
    "HB.import_ref": "importReference", "HB.parent_import_ref": "parentReference",
    "HB.location": "place", "HB.tags": "tags", "HB.labels": "tags", "HB.asset_id": "assetNumber",
    "HB.archived": "archived", "HB.name": "name", "HB.quantity": "quantity",
    "HB.description": "description", "HB.insured": "insured", "HB.notes": "notes",
    "HB.purchase_price": "purchasePrice", "HB.purchase_from": "purchaseFrom",
    "HB.purchase_date": "purchaseDate", "HB.purchase_time": "purchaseDate",
    "HB.manufacturer": "manufacturer", "HB.model_number": "modelNumber",
    "HB.serial_number": "serialNumber", "HB.lifetime_warranty": "lifetimeWarranty",
    "HB.warranty_expires": "warrantyUntil", "HB.warranty_details": "warrantyDetails",
    "HB.sold_to": "soldTo", "HB.sold_price": "soldPrice", "HB.sold_date": "soldDate",
    "HB.sold_time": "soldDate", "HB.sold_notes": "soldNotes",
    "HB.field.Category": "category", "HB.field.Condition": "condition", "HB.field.Link": "link",
    "HB.field.Order reference": "orderReference",
    "HB.field.Replacement date": "replacementDate",
    "HB.field.Replacement value": "replacementValue", "HB.field.Unit": "unit",
  ]

  /// What the screen calls the columns that hold yes or no.
  private static let flags = [
    "HB.archived": "Archived", "HB.insured": "Insured", "HB.lifetime_warranty": "Warranty",
  ]

  private let store: InventoryStore
  private let item: Item
  /// The item's row of an export: names of columns and what they hold.
  private let exported: [(column: String, cell: String)]

  /// Stores an item of which every field is filled, each with another value.
  init() throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try InventoryStore(directory: directory)
    var parent = Item(name: "Coffee corner")
    parent.importReference = "parent-17"
    let place = Place(name: "Pantry")
    let category = try #require(try store.categories().first)
    var item = Item(name: "Grinder")
    item.importReference = "ref-4"
    item.parent = parent.uuid
    item.place = place.uuid
    item.category = category.uuid
    item.tags = ["loud", "steel"]
    item.archivedAt = 1
    item.assetNumber = 271
    item.quantity = 2.5
    item.unit = "boxes"
    item.description = "burrs"
    item.notes = "oil it"
    item.manufacturer = "Mahlwerk"
    item.modelNumber = "MX-9"
    item.serialNumber = "SN-77"
    item.condition = "as new"
    item.purchasePrice = 129_00
    item.purchaseDate = CalendarDate(year: 2019, month: 1, day: 2)
    item.purchaseFrom = "corner shop"
    item.orderReference = "PO-12"
    item.link = "https://example.org/mx9"
    item.replacementValue = 149_50
    item.replacementDate = CalendarDate(year: 2020, month: 3, day: 4)
    item.isInsured = true
    item.warrantyUntil = CalendarDate(year: 2021, month: 5, day: 6)
    item.hasLifetimeWarranty = true
    item.warrantyDetails = "burrs only"
    item.soldDate = CalendarDate(year: 2022, month: 7, day: 8)
    item.soldTo = "Ada"
    item.soldPrice = 55_25
    item.soldNotes = "paid in cash"
    item.fields = [CustomField(name: "Colour", value: "rot")]
    for edit in [Edit.createPlace(place), .createItem(parent), .createItem(item)] {
      try store.perform(edit, session: "test")
    }
    self.store = store
    self.item = try #require(try store.item(item.uuid))
    exported = try Self.row(of: "Grinder", in: store, directory)
  }

  private static func row(
    of name: String, in store: InventoryStore, _ directory: String
  ) throws -> [(column: String, cell: String)] {
    let path = directory + "/all.csv"
    var bytes: [UInt8] = []
    try CSVExporter(store: store).export { bytes += $0 }
    try Data(bytes).write(to: URL(filePath: path))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var reader = CSVReader(descriptor: descriptor)
    let header = try #require(try reader.next()).fields
    while let record = try reader.next() {
      let row = Array(zip(header, record.fields))
      if row.contains(where: { $0 == ("HB.name", name) }) { return row }
    }
    Issue.record("“\(name)” was not exported")
    return []
  }

  /// Without this the other two would pass over a column that nothing fills.
  @Test func everyColumnIsWrittenAndFilled() {
    #expect(exported.filter { $0.cell.isEmpty }.map(\.column) == [])
    let written = Set(exported.compactMap { HomeboxColumn(header: $0.column) })
    // A link to Homebox's own pages is read over and never written.
    #expect(Set(HomeboxColumn.allCases).subtracting(written) == [.url])
  }

  @Test func everyColumnIsAFieldInJSONAndTheOtherWayRound() throws {
    let record = JSONRecord(
      item: item, relations: try store.relations(of: item), currency: store.currency)
    let data = try JSONEncoder().encode(record)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let custom = object["fields"] as? [String: String] ?? [:]
    for (column, cell) in exported {
      if let name = Self.names[column] {
        #expect(Self.text(object[name]) == cell, "\(column) is \(name)")
      } else {
        let name = column.dropFirst(HomeboxColumn.fieldPrefix.count)
        #expect(custom[String(name)] == cell, "\(column) is a custom field")
      }
    }
    // The identity is an export's import reference where there is no other.
    let others = Set(object.keys).subtracting(Self.names.values)
    #expect(others == ["uuid", "currency", "fields"])
  }

  private static func text(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let texts as [String]: texts.joined(separator: "; ")
    case let number as NSNumber where "\(number)" == "true" || "\(number)" == "false": "\(number)"
    case let flag as Bool: flag ? "true" : "false"
    case let number as Double: Quantity.text(number)
    default: nil
    }
  }

  @Test func everyColumnIsOnTheScreenOfTheItem() throws {
    let lines = DetailLines(
      item: item, relations: try store.relations(of: item), currency: store.currency)
    for (column, cell) in exported {
      if let label = Self.flags[column] {
        let text = lines.entries.first { $0.label == label }?.text ?? ""
        #expect(text.hasPrefix("yes") || text.hasPrefix("∞"), "\(column) is \(label)")
        continue
      }
      // A person knows the item around this one by its name, not by a reference.
      let shown = column == "HB.parent_import_ref" ? "Coffee corner" : cell
      for part in shown.components(separatedBy: "; ") {
        #expect(lines.entries.contains { $0.text.contains(part) }, "\(column): \(part)")
      }
    }
  }
}
