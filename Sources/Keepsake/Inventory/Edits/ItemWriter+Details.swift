import Foundation
import GRDB

extension ItemWriter {
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
      .execute(arguments: [Identity.new(), name])
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
}
