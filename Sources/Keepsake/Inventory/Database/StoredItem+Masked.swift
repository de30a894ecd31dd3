import GRDB

extension StoredItem {
  /// All private items as the file has them, those in the trash among them.
  static func masked(_ db: Database) throws -> [StoredItem] {
    let ids = try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT item_id FROM custom_field WHERE name = ?"),
      arguments: [Item.sealedField])
    return try ids.compactMap { try fetch(db, id: $0) }
  }
}
