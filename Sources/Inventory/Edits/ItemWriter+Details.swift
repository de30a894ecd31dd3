import Foundation
import GRDB

extension ItemWriter {
  /// The keys of tags and custom fields in the change log, beside the columns.
  static let tagsKey = "tags"
  static let fieldsKey = "fields"

  static func differences(
    from old: Item, to new: Item
  ) -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    var before: [String: ColumnValue] = [:]
    var after: [String: ColumnValue] = [:]
    for column in ItemColumn.all {
      let (former, present) = (column.get(old), column.get(new))
      if former != present {
        before[column.name] = former
        after[column.name] = present
      }
    }
    if old.tags != new.tags {
      before[tagsKey] = .text(old.tags.joined(separator: ";"))
      after[tagsKey] = .text(new.tags.joined(separator: ";"))
    }
    if old.fields != new.fields {
      before[fieldsKey] = .text(text(of: old.fields))
      after[fieldsKey] = .text(text(of: new.fields))
    }
    return (before, after)
  }

  /// Applies logged values to an item.
  ///
  /// Custom fields in the log that have become fields go to those.
  ///
  /// - Parameter others: The other side of the entry, which the values replace.
  static func applying(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue], to item: Item,
    currency: Currency, at time: Timestamp
  ) -> Item {
    var item = item
    for column in ItemColumn.all {
      if let value = values[column.name] { column.set(&item, value) }
    }
    if let tags = values[tagsKey]?.text {
      item.tags = tags.split(separator: ";").map(String.init)
    }
    if let fields = values[fieldsKey]?.text {
      let former = customFields(from: others[fieldsKey]?.text ?? "[]")
      item.emptyFields(named: former.map(\.name), at: time)
      item.fields = customFields(from: fields)
      item.adoptFields(currency: currency, at: time)
    }
    return item
  }

  static func writeTags(_ tags: [String], id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM item_tag WHERE item_id = ?").execute(arguments: [id])
    try linkTags(tags, id: id, db)
  }

  static func linkTags(_ tags: [String], id: Int64, _ db: Database) throws {
    let link = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO item_tag(item_id, tag_id) VALUES (?, ?)")
    for tag in tags { try link.execute(arguments: [id, tagID(tag, db)]) }
  }

  /// The row number of a tag, which is made if it does not exist.
  ///
  /// The first spelling is kept.
  static func tagID(_ name: String, _ db: Database) throws -> Int64 {
    let find = try db.cachedStatement(sql: "SELECT id FROM tag WHERE name = ?")
    if let known = try Int64.fetchOne(find, arguments: [name]) { return known }
    try db.cachedStatement(sql: "INSERT INTO tag(uuid, name) VALUES (?, ?)")
      .execute(arguments: [UUID(), name])
    return db.lastInsertedRowID
  }

  /// The tags in their stored spelling, so that a change of case alone is none.
  static func storedSpelling(of tags: [String], _ db: Database) throws -> [String] {
    let find = try db.cachedStatement(sql: "SELECT name FROM tag WHERE name = ?")
    return try Item.normalized(
      tags: tags.map { try String.fetchOne(find, arguments: [$0]) ?? $0 })
  }

  static func writeFields(_ fields: [CustomField], id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM custom_field WHERE item_id = ?")
      .execute(arguments: [id])
    try insertFields(fields, id: id, db)
  }

  static func insertFields(_ fields: [CustomField], id: Int64, _ db: Database) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT INTO custom_field(item_id, name, value, order_key) VALUES (?, ?, ?, ?)")
    for (index, field) in fields.enumerated() {
      try insert.execute(arguments: [id, field.name, field.value, index])
    }
  }

  /// Pairs of name and value as JSON, within the JSON of the log.
  private static func text(of fields: [CustomField]) -> String {
    let pairs = fields.map { [$0.name, $0.value] }
    guard let data = try? JSONEncoder().encode(pairs) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func customFields(from text: String) -> [CustomField] {
    let pairs = (try? JSONDecoder().decode([[String]].self, from: Data(text.utf8))) ?? []
    return pairs.filter { $0.count == 2 }.map { CustomField(name: $0[0], value: $0[1]) }
  }
}
