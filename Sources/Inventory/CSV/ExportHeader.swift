import Foundation
import GRDB

/// The columns of one export: the universal ones, then a column per custom field and per property
/// of ours that any item uses, in the order of their names.
struct ExportHeader {
  private enum Column {
    case known(HomeboxColumn)
    case customField(String)
  }

  let names: [String]
  private let columns: [Column]

  /// The writer profile of csv-formats: labels for the old generation, tags for the new one.
  private static let universal: [(name: String, column: HomeboxColumn)] = [
    ("HB.import_ref", .importReference), ("HB.parent_import_ref", .parentReference),
    ("HB.location", .location), ("HB.tags", .tags), ("HB.labels", .tags),
    ("HB.asset_id", .assetNumber), ("HB.archived", .archived), ("HB.name", .name),
    ("HB.quantity", .quantity), ("HB.description", .description), ("HB.insured", .insured),
    ("HB.notes", .notes), ("HB.purchase_price", .purchasePrice),
    ("HB.purchase_from", .purchaseFrom), ("HB.purchase_date", .purchaseDate),
    ("HB.purchase_time", .purchaseDate), ("HB.manufacturer", .manufacturer),
    ("HB.model_number", .modelNumber), ("HB.serial_number", .serialNumber),
    ("HB.lifetime_warranty", .lifetimeWarranty), ("HB.warranty_expires", .warrantyExpires),
    ("HB.warranty_details", .warrantyDetails), ("HB.sold_to", .soldTo),
    ("HB.sold_price", .soldPrice), ("HB.sold_date", .soldDate), ("HB.sold_time", .soldDate),
    ("HB.sold_notes", .soldNotes),
  ]

  /// The condition under which one of our own properties needs a column.
  private static let extras: [(column: HomeboxColumn, isUsed: String)] = [
    (.category, "category_id IS NOT NULL"), (.condition, "condition <> ''"), (.link, "link <> ''"),
    (.orderReference, "order_ref <> ''"), (.replacementDate, "replacement_on IS NOT NULL"),
    (.replacementValue, "replacement_minor IS NOT NULL"), (.unit, "unit <> ''"),
  ]

  init(_ db: Database) throws {
    var more: [(name: String, column: Column)] = []
    for extra in Self.extras {
      let isUsed = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS(SELECT 1 FROM item WHERE deleted_at IS NULL AND \(extra.isUsed))
          """)
      if isUsed == true { more.append((extra.column.rawValue, .known(extra.column))) }
    }
    let fields = try String.fetchAll(
      db,
      sql: """
        SELECT min(f.name COLLATE BINARY) FROM custom_field AS f JOIN item ON item.id = f.item_id
        WHERE item.deleted_at IS NULL GROUP BY f.name
        """)
    for field in fields {
      more.append((HomeboxColumn.fieldPrefix + field, .customField(Item.asciiLowercased(field))))
    }
    more.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    names = Self.universal.map(\.name) + more.map(\.name)
    columns = Self.universal.map { .known($0.column) } + more.map(\.column)
  }

  func fields(of stored: StoredItem, currency: Currency, _ db: Database) throws -> [String] {
    try columns.map { column in
      switch column {
      case .known(.location): try ItemRelations.placePath(stored.placeID, db) ?? ""
      case .known(.parentReference):
        try ItemRelations.parent(stored.item.parent, db)?.reference ?? ""
      case .known(.category): try ItemRelations.category(stored.item.category, db) ?? ""
      case .known(let known): known.text(of: stored.item, currency: currency)
      case .customField(let name):
        stored.item.fields.first { Item.asciiLowercased($0.name) == name }?.value ?? ""
      }
    }
  }
}
