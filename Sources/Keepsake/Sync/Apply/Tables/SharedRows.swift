import GRDB
import Inventory

/// All rows of an inventory that homes share.
enum SharedRows {
  /// Marks all of them as written, so that they go out.
  static func markAll(_ db: Database) throws {
    let selections = [
      "SELECT 'setting', key FROM meta WHERE key IN (\(SharedSetting.list))",
      "SELECT 'category', lower(name) FROM category",
      "SELECT 'place', lower(hex(uuid)) FROM location",
      "SELECT 'item', lower(hex(uuid)) FROM item",
      "SELECT 'attachment', lower(hex(uuid)) FROM attachment",
    ]
    for selection in selections {
      try db.execute(sql: "INSERT OR IGNORE INTO household_dirty(kind, key) \(selection)")
    }
  }
}
