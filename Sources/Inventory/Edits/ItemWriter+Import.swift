import GRDB

extension ItemWriter {
  /// Stores a new item whose place is known to exist and whose number is free, as an import does
  /// thousands of times. One without a number gets its index entry later, with the number.
  static func insertImported(
    _ wanted: Item, place: Int64?, in transaction: WriteTransaction
  ) throws -> Int64 {
    let db = transaction.db
    var item = try wanted.normalized()
    item.createdAt = transaction.at
    item.updatedAt = transaction.at
    item.rev = transaction.rev
    try db.cachedStatement(sql: insertion).execute(arguments: arguments(for: item))
    let id = db.lastInsertedRowID
    if !item.tags.isEmpty { try writeTags(item.tags, id: id, db) }
    if !item.fields.isEmpty { try writeFields(item.fields, id: id, db) }
    if item.assetNumber != nil { try SearchIndex.insert(item, id: id, db) }
    transaction.counts.move(from: nil, to: .init(item, place: place))
    transaction.isDirty = true
    return id
  }
}
