import Foundation
import GRDB

/// Reads items in full, one after the other, with the least work for each: an export to another
/// program asks for all of them.
struct ItemReader {
  private let db: Database
  private let item: BulkStatement
  private let tags: BulkStatement
  private let fields: BulkStatement
  private var places: [UUID: String] = [:]
  private var categories: [UUID: String] = [:]

  /// More places than this are looked up again instead of remembered.
  private static let maximumPlaces = 10_000

  init(_ db: Database) throws {
    self.db = db
    item = try BulkStatement(db, sql: StoredItem.selection + "WHERE item.id = ?")
    tags = try BulkStatement(db, sql: StoredItem.tagsQuery)
    fields = try BulkStatement(db, sql: StoredItem.fieldsQuery)
  }

  /// The item with a row number, and what it refers to; nil when there is none.
  mutating func read(id: Int64) throws -> (item: Item, relations: ItemRelations)? {
    var found: Item?
    item.bind(id)
    try item.forEachRow { row in
      found = StoredItem.item(row)
      return false
    }
    guard var item = found else { return nil }
    tags.bind(id)
    try tags.forEachRow { row in
      item.tags.append(row.text(0))
      return true
    }
    fields.bind(id)
    try fields.forEachRow { row in
      item.fields.append(CustomField(name: row.text(0), value: row.text(1)))
      return true
    }
    return (item, try relations(of: item))
  }

  private mutating func relations(of item: Item) throws -> ItemRelations {
    var relations = ItemRelations()
    if let place = item.place {
      if places.count > Self.maximumPlaces { places = [:] }
      relations.placePath = try Self.known(place, &places) { try ItemRelations.placePath($0, db) }
    }
    if let category = item.category {
      relations.category = try Self.known(category, &categories) {
        try ItemRelations.category($0, db)
      }
    }
    relations.parent = try ItemRelations.parent(item.parent, db)
    return relations
  }

  private static func known(
    _ uuid: UUID, _ names: inout [UUID: String], _ read: (UUID) throws -> String?
  ) throws -> String? {
    if let name = names[uuid] { return name }
    let name = try read(uuid)
    names[uuid] = name
    return name
  }
}

extension ItemList {
  /// Goes through all items of the list in full, in its order, as they are at one moment.
  ///
  /// - Parameter body: Given each item with what it refers to; what it throws ends the reading. It must
  ///   not ask the store for anything, which is reading meanwhile.
  /// - Throws: what `body` throws, and `InventoryError`.
  public func forEachItem(_ body: (Item, ItemRelations) throws -> Void) throws {
    do {
      try readAll(body)
    } catch let error as DatabaseError {
      throw InventoryError.database(error, path: store.path)
    }
  }

  private func readAll(_ body: (Item, ItemRelations) throws -> Void) throws {
    try store.file.queue.unsafeRead { db in
      try db.inTransaction(.deferred) {
        var reader = try ItemReader(db)
        let search = SearchQuery(query.filter)
        let matches = try ItemMatches(query, search, memory: store.searchMemory, db)
        let ids = search.isEmpty ? try matches.everything() : try matches.all().ids
        for id in ids {
          if let found = try reader.read(id: id) { try body(found.item, found.relations) }
        }
        return .commit
      }
    }
  }
}
