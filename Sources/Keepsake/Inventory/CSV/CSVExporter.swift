import Foundation
import GRDB

/// Writes the inventory as a CSV file that both generations of Homebox and this program read
/// (csv-formats, "universal Homebox").
///
/// Writes everything but the trash by asset number, so equal data gives equal bytes. An item without an
/// import reference gets its identity as one: importing the file again then updates the item, and other
/// rows can name it as their parent.
public struct CSVExporter {
  private let store: InventoryStore
  private let filter: String

  /// Makes an exporter of a store.
  ///
  /// - Parameter filter: The filter of the items to write, in the order of their asset numbers; blank for all but the
  ///   trash.
  public init(store: InventoryStore, filter: String = "") {
    (self.store, self.filter) = (store, filter)
  }

  /// Passes whole lines to a closure, some thousand bytes at a time.
  ///
  /// - Returns: The number of items written.
  @discardableResult
  public func export(
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> Int {
    let query = ItemQuery(filter: filter)
    if query.isNarrowed { try store.privacy.contents?.readIfNeeded() }
    do {
      return try store.database.file.queue.read { db in
        let wanted = query.isNarrowed ? try rows(of: query, db) : nil
        var writer = CSVWriter()
        let header = try ExportHeader(db)
        writer.append(header.names)
        var count = 0
        try StoredItem.forEachExported(db) { stored in
          if let wanted, !wanted.contains(stored.id) { return }
          writer.append(try header.fields(of: stored, currency: store.database.currency, db))
          if writer.isFull { try write(writer.take()) }
          count += 1
        }
        try write(writer.take())
        return count
      }
    } catch {
      throw .database(error, path: store.database.path)
    }
  }

  private func rows(of query: ItemQuery, _ db: Database) throws -> Set<Int64> {
    Set(try ItemMatches(query, SearchQuery(query.filter), in: store, db).ids())
  }
}

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

/// Formats CSV records as lines (RFC 4180, comma, LF).
struct CSVWriter {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  init() {
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  /// Whether enough is collected for a write.
  var isFull: Bool { buffer.count >= Self.capacity }

  /// Appends a record.
  mutating func append(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(field)
    }
    buffer.append(10)
  }

  /// Returns and removes the collected lines.
  mutating func take() -> [UInt8] {
    defer { buffer.removeAll(keepingCapacity: true) }
    return buffer
  }

  private mutating func append(_ field: String) {
    guard field.utf8.contains(where: Self.needsQuotes) else {
      buffer.append(contentsOf: field.utf8)
      return
    }
    buffer.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13: true
    default: false
    }
  }
}
