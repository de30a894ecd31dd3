import Storage
import Foundation
import GRDB

/// An item with its row numbers.
public struct StoredItem {
  /// Its row number.
  public let id: Int64
  let placeID: Int64?
  /// The item.
  public var item: Item

  private static let columns = ItemColumn.all
  private static let firstColumn = 6

  private static let selections = PerFormat { format in
    selection(columns.map { $0.selection(in: format) }) + " FROM item "
  }

  /// The number of columns that ``item(_:)`` reads; further ones come after these.
  static let columnCount = Int32(firstColumn + columns.count)

  /// Selects an item with what it refers to: its own columns, then the path of its place, the name of
  /// its category, and name, reference and deletion of the item around it.
  ///
  /// Looks up each row referred to once.
  static func selectionWithRelations(in format: ItemFormat) -> String {
    selection(columns.map { $0.joinedSelection(in: format) }) + """
      , of_location_id.path, of_category_id.name, of_parent_item_id.name,
      of_parent_item_id.import_ref, of_parent_item_id.deleted_at FROM item

      """ + columns.compactMap(\.join).joined(separator: "\n") + "\n"
  }

  private static func selection(_ columns: [String]) -> String {
    "SELECT item.id, item.location_id, item.uuid, item.created_at, item.updated_at, item.rev, "
      + columns.joined(separator: ", ")
  }

  /// An item by its uuid, trash included.
  public static func fetch(_ db: Database, uuid: UUID) throws -> StoredItem? {
    try fetch(db, where: "item.uuid = ?") { $0.bind(uuid) }
  }

  /// An item by its uuid, trash included.
  ///
  /// - Throws: `refused` if the item does not exist.
  public static func existing(_ uuid: UUID, _ db: Database) throws -> StoredItem {
    guard let stored = try fetch(db, uuid: uuid) else {
      throw InventoryError(.refused, "this item no longer exists")
    }
    return stored
  }

  /// An item by its row number.
  static func fetch(_ db: Database, id: Int64) throws -> StoredItem? {
    try fetch(db, where: "item.id = ?") { $0.bind(id) }
  }

  /// Passes all items outside the trash to a closure, by asset number, so that equal data gives equal
  /// exports.
  static func forEachExported(_ db: Database, _ body: (StoredItem) throws -> Void) throws {
    let ids = try Int64.fetchCursor(
      db, sql: "SELECT id FROM item WHERE deleted_at IS NULL ORDER BY asset_no, id")
    while let id = try ids.next() {
      if let stored = try fetch(db, id: id) { try body(stored) }
    }
  }

  private static func fetch(
    _ db: Database, where condition: String, bind: (RawStatement) -> Void
  ) throws -> StoredItem? {
    let statement = try ItemFormat.fitting {
      try RawStatement(db, sql: selections[$0] + "WHERE " + condition)
    }
    bind(statement)
    var found: StoredItem?
    try statement.forEachRow { row in
      found = try stored(row)
      return false
    }
    guard var found else { return nil }
    found.item.tags = try tags(db, id: found.id)
    found.item.fields = try fields(db, id: found.id)
    return found
  }

  /// The item of a row of ``selection``, without tags and custom fields.
  ///
  /// - Throws: `SQLITE_MISMATCH` if a column of a damaged file holds a value of another type.
  private static func stored(_ row: RawRow) throws -> StoredItem {
    var item = Item(uuid: try row.checkedUUID(2), name: "")
    item.createdAt = try row.checkedInteger(3)
    item.updatedAt = try row.checkedInteger(4)
    item.rev = try row.checkedInteger(5)
    for (index, column) in columns.enumerated() {
      column.set(&item, try row.checkedValue(Int32(firstColumn + index)))
    }
    let place = row.type(1) == .null ? nil : try row.checkedInteger(1)
    return StoredItem(id: try row.checkedInteger(0), placeID: place, item: item)
  }

  /// The item of a row of ``selection``, without tags and custom fields; `nil` for a row without an identity.
  static func item(_ row: RawRow) -> Item? {
    guard let uuid = row.uuid(2) else { return nil }
    var item = Item(uuid: uuid, name: "")
    item.createdAt = row.integer(3) ?? 0
    item.updatedAt = row.integer(4) ?? 0
    item.rev = row.integer(5) ?? 0
    for (index, column) in columns.enumerated() {
      column.set(&item, row.value(Int32(firstColumn + index)))
    }
    return item
  }

  static let tagsQuery = """
    SELECT tag.name FROM item_tag JOIN tag ON tag.id = item_tag.tag_id
    WHERE item_tag.item_id = ? ORDER BY tag.name COLLATE BINARY
    """

  static let fieldsQuery = """
    SELECT name, value FROM custom_field WHERE item_id = ? ORDER BY name COLLATE BINARY
    """

  static func tags(_ db: Database, id: Int64) throws -> [String] {
    let statement = try RawStatement(db, sql: tagsQuery)
    statement.bind(id)
    var tags: [String] = []
    try statement.forEachRow { row in
      tags.append(try row.checkedText(0))
      return true
    }
    return tags
  }

  static func fields(_ db: Database, id: Int64) throws -> [CustomField] {
    let statement = try RawStatement(db, sql: fieldsQuery)
    statement.bind(id)
    var fields: [CustomField] = []
    try statement.forEachRow { row in
      fields.append(CustomField(name: try row.checkedText(0), value: try row.checkedText(1)))
      return true
    }
    return fields
  }
}

extension StoredItem {
  /// All private items as the file has them, those in the trash among them.
  static func masked(_ db: Database) throws -> [StoredItem] {
    let ids = try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT item_id FROM custom_field WHERE name = ?"),
      arguments: [Item.sealedField])
    return try ids.compactMap { try fetch(db, id: $0) }
  }
}
