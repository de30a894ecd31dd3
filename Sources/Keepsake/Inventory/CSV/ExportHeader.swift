import Foundation
import GRDB

/// The columns of an export: the universal ones, then one for each custom field and each field of this
/// program that an item uses, sorted by name.
struct ExportHeader {
  private enum Column {
    case known(FieldDefinition)
    case customField(String)
  }

  let names: [String]
  private let columns: [Column]

  init(_ db: Database) throws {
    var more: [(name: String, column: Column)] = []
    for ours in FieldCatalogue.all where ours.isOurs {
      guard let header = ours.headers.first, let column = ours.column else { continue }
      let isUsed = try ItemFormat.fitting { format in
        try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS(SELECT 1 FROM item
              WHERE deleted_at IS NULL AND \(ours.kind.isUsed(column.selection(in: format))))
            """)
      }
      if isUsed == true { more.append((header, .known(ours))) }
    }
    let fields = try String.fetchAll(
      db,
      sql: """
        SELECT min(f.name COLLATE BINARY) FROM custom_field AS f JOIN item ON item.id = f.item_id
        WHERE item.deleted_at IS NULL GROUP BY f.name
        """)
    for field in fields {
      more.append((FileColumn.ourPrefix + field, .customField(Item.asciiLowercased(field))))
    }
    more.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    names = HomeboxHeader.universal + more.map(\.name)
    columns =
      HomeboxHeader.universal.compactMap { FieldCatalogue.field(header: $0).map(Column.known) }
      + more.map(\.column)
  }

  func fields(of stored: StoredItem, currency: Currency, _ db: Database) throws -> [String] {
    try columns.map { column in
      switch column {
      case .known(let definition): try text(definition, of: stored, currency, db)
      case .customField(let name):
        stored.item.fields.first { Item.asciiLowercased($0.name) == name }?.value ?? ""
      }
    }
  }

  /// The text of a field in a file: names instead of identities; a parent without an import reference
  /// by its identity.
  private func text(
    _ definition: FieldDefinition, of stored: StoredItem, _ currency: Currency, _ db: Database
  ) throws -> String {
    let item = stored.item
    return switch definition.field {
    case .place: try ItemRelations.placePath(stored.placeID, db) ?? ""
    case .parent: try ItemRelations.parent(item.parent, db)?.reference ?? ""
    case .category: try ItemRelations.category(item.category, db) ?? ""
    case .importReference: item.importReference ?? item.uuid.uuidString
    case .tags: item.tags.joined(separator: "; ")
    default: definition.text(of: item, currency: currency)
    }
  }
}
