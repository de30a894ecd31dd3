import Storage
import GRDB

/// Inserts the new items of an import with the statements of `ItemWriter.insert`, prepared once,
/// without the checks that the import has already made.
final class ImportedItems {
  private let transaction: WriteTransaction
  private let insertItem: RawStatement
  private let insertWords: [WordIndex: RawStatement]
  private let indexes: WordIndexes
  private let linkTag: RawStatement
  private let findReference: RawStatement
  private let findNumber: RawStatement
  private var tags: [String: Int64] = [:]

  /// The place is bound by its row number, which the import knows, not looked up.
  private static let placeColumn = "location_id"
  private static let insertion: String = ItemWriter.insertion { column in
    column.name == placeColumn ? "?" : column.placeholder
  }

  /// The number of tags to remember; others are looked up each time.
  private static let maximumTags = 10_000

  init(_ transaction: WriteTransaction) throws {
    self.transaction = transaction
    let db = transaction.db
    insertItem = try RawStatement(db, sql: Self.insertion)
    let indexes = try WordIndexes(db)
    self.indexes = indexes
    insertWords = try .init(
      uniqueKeysWithValues: indexes.all.map { ($0, try RawStatement(db, sql: $0.insertion)) })
    linkTag = try RawStatement(
      db, sql: "INSERT OR IGNORE INTO item_tag(item_id, tag_id) VALUES (?, ?)")
    findReference = try RawStatement(db, sql: "SELECT id FROM item WHERE import_ref = ?")
    findNumber = try RawStatement(db, sql: "SELECT id FROM item WHERE asset_no = ?")
  }

  /// Inserts an item whose place exists and whose number is free.
  ///
  /// - Returns: Its row number. An item without an asset number gets its index entry together with
  ///   the number.
  func insert(_ wanted: Item, place: Int64?) throws -> Int64 {
    let db = transaction.db
    let item = try transaction.checked(try wanted.normalized(), former: nil)
    if transaction.isLimited { try Withheld.check(item, db) }
    if let row = try transaction.takeRow() { insertItem.bind(row) } else { insertItem.bindNull() }
    insertItem.bind(item.uuid)
    insertItem.bind(SortKey.key(for: item.name))
    insertItem.bind(transaction.at)
    insertItem.bind(transaction.at)
    insertItem.bind(transaction.rev)
    for column in ItemColumn.all {
      if column.name == Self.placeColumn {
        insertItem.bind(place.map(ColumnValue.integer) ?? .null)
      } else {
        insertItem.bind(column.get(item))
      }
    }
    try insertItem.run()
    let id = db.lastInsertedRowID
    for tag in item.tags {
      linkTag.bind(id)
      linkTag.bind(try tagID(tag))
      try linkTag.run()
    }
    if !item.fields.isEmpty { try ItemWriter.insertFields(item.fields, id: id, db) }
    if item.assetNumber != nil { try insertWords(of: item, id: id) }
    transaction.counts.move(from: nil, to: .init(item, place: place))
    transaction.isDirty = true
    return id
  }

  func insertWords(of item: Item, id: Int64) throws {
    for index in indexes.holding(item: id) {
      guard let insert = insertWords[index] else { continue }
      insert.bind(id)
      for text in SearchIndex.texts(item) { insert.bind(index.indexed(text)) }
      try insert.run()
    }
  }

  func id(ofReference reference: String) throws -> Int64? {
    findReference.bind(reference)
    return try findReference.run()
  }

  func isTaken(_ number: Int64) throws -> Bool {
    findNumber.bind(number)
    if try findNumber.run() != nil { return true }
    return try transaction.isLimited && Withheld.hasNumber(number, transaction.db)
  }

  private func tagID(_ name: String) throws -> Int64 {
    if let known = tags[name] { return known }
    let id = try ItemWriter.tagID(name, transaction.db)
    if tags.count >= Self.maximumTags { tags.removeAll(keepingCapacity: true) }
    tags[name] = id
    return id
  }
}
