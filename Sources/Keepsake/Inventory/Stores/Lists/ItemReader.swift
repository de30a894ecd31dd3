import Storage
import Foundation
import GRDB

/// Reads complete items one after the other as cheaply as possible, for exports of all items.
struct ItemReader {
  private let item: RawStatement
  private let tags: RawStatement
  private let tag: RawStatement
  private let fields: RawStatement
  /// The range of row numbers with custom fields; `nil` if no item has any.
  private let withFields: ClosedRange<Int64>?
  private var tagNames: [Int64: String] = [:]

  /// The number of tags to remember; others are looked up each time.
  private static let maximumTags = 10_000

  init(_ db: Database) throws {
    item = try ItemFormat.fitting {
      try RawStatement(
        db, sql: StoredItem.selectionWithRelations(in: $0) + "WHERE item.id = ?")
    }
    tags = try RawStatement(db, sql: "SELECT tag_id FROM item_tag WHERE item_id = ?")
    tag = try RawStatement(db, sql: "SELECT name FROM tag WHERE id = ?")
    fields = try RawStatement(db, sql: StoredItem.fieldsQuery)
    withFields = try Self.itemsWithFields(db)
  }

  private static func itemsWithFields(_ db: Database) throws -> ClosedRange<Int64>? {
    let first = try Int64.fetchOne(db, sql: "SELECT min(item_id) FROM custom_field")
    let last = try Int64.fetchOne(db, sql: "SELECT max(item_id) FROM custom_field")
    guard let first, let last, first <= last else { return nil }
    return first...last
  }

  /// The item with a row number and its related names; `nil` if it does not exist.
  mutating func read(id: Int64) throws -> (item: Item, relations: ItemRelations)? {
    var found: (item: Item, relations: ItemRelations)?
    item.bind(id)
    try item.forEachRow { row in
      found = StoredItem.item(row).map { ($0, Self.relations(of: $0, row)) }
      return false
    }
    guard var found else { return nil }
    found.item.tags = try tags(id: id)
    if withFields?.contains(id) == true { found.item.fields = try fields(id: id) }
    return found
  }

  private static func relations(of item: Item, _ row: RawRow) -> ItemRelations {
    let first = StoredItem.columnCount
    var relations = ItemRelations()
    if item.place != nil { relations.placePath = row.text(first) }
    if item.category != nil { relations.category = row.text(first + 1) }
    if let parent = item.parent, row.integer(first + 4) == nil {
      let reference = row.text(first + 3)
      relations.parent = ItemRelations.Parent(
        name: row.text(first + 2), reference: reference.isEmpty ? parent.uuidString : reference)
    }
    return relations
  }

  /// The names of an item's tags in byte order.
  private mutating func tags(id: Int64) throws -> [String] {
    var ids: [Int64] = []
    tags.bind(id)
    try tags.forEach { ids.append($0) }
    let names = try ids.compactMap { try tagName($0) }
    return names.count < 2 ? names : names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func tagName(_ id: Int64) throws -> String? {
    if let name = tagNames[id] { return name }
    var name: String?
    tag.bind(id)
    try tag.forEachRow { row in
      name = row.text(0)
      return false
    }
    if tagNames.count > Self.maximumTags { tagNames = [:] }
    tagNames[id] = name
    return name
  }

  private func fields(id: Int64) throws -> [CustomField] {
    var found: [CustomField] = []
    fields.bind(id)
    try fields.forEachRow { row in
      found.append(CustomField(name: row.text(0), value: row.text(1)))
      return true
    }
    return found
  }
}

extension ItemList {
  /// Reads all items of the list in full, in order, from a consistent snapshot.
  ///
  /// - Parameter body: Receives each item with what it refers to; an error that it throws ends the
  ///   reading. It must not use the store, which is busy reading.
  /// - Throws: what `body` throws, and `InventoryError`.
  public func forEachItem(_ body: (Item, ItemRelations) throws -> Void) throws {
    do {
      try readAll(body)
    } catch let error as DatabaseError {
      throw InventoryError.database(error, path: store.database.path)
    }
  }

  private func readAll(_ body: (Item, ItemRelations) throws -> Void) throws {
    try store.database.readInBulk { db in
      var reader = try ItemReader(db)
      let matches = try ItemMatches(query, SearchQuery(query.filter), in: store, db)
      for id in try matches.ids() {
        if let found = try reader.read(id: id) { try body(found.item, found.relations) }
      }
    }
  }
}
