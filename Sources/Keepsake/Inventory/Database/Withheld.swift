import Foundation
import GRDB

/// Items that the login may not see: they lie in tables of their own, so that no query of any other can find, count or
/// change them.
///
/// Rows move there and back in a write transaction, with their tags, custom fields and attachments. What the log says of
/// them waits under the name of another session. Their row numbers, identities, import references and asset numbers stay
/// theirs meanwhile.
enum Withheld {
  /// The key in `meta` with the limits by which rows are withheld; no other inventory has it.
  static let limits = "limits"

  /// The key in `meta` with the limits by which drafts are withheld.
  static let drafts = "withheld_drafts"

  /// What a session's name begins with in log entries that wait.
  static let sourcePrefix = "\u{1}withheld "

  /// The tables with rows of an item, and the column that names it.
  static let details = [
    (table: "item_tag", owner: "item_id"), (table: "custom_field", owner: "item_id"),
    (table: "attachment", owner: "item_id"),
  ]

  /// Whether there are tables with withheld rows.
  static func exists(_ db: Database) throws -> Bool { try db.hasTable("withheld_item") }

  /// The condition on a row of `tag` that a login may see: not one that perhaps only withheld items have.
  static func shownTags(_ db: Database) throws -> String {
    try exists(db) ? "tag.id IN (SELECT tag_id FROM item_tag)" : "TRUE"
  }

  /// Throws if an item has what a withheld one has: both could not be shown together.
  static func check(_ item: Item, _ db: Database) throws {
    guard try exists(db) else { return }
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM withheld_item
          WHERE uuid = ?1 OR (?2 IS NOT NULL AND import_ref = ?2))
        """)
    if try Bool.fetchOne(find, arguments: [item.uuid, item.importReference]) == true {
      throw InventoryError(.permission, "this login may not change what “\(item.name)” stands for")
    }
  }

  /// Whether a withheld item has an asset number.
  static func hasNumber(_ number: Int64, _ db: Database) throws -> Bool {
    guard try exists(db) else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM withheld_item WHERE asset_no = ?)"),
      arguments: [number]) == true
  }

  /// The highest asset number up to a limit among withheld items; 0 without any.
  static func highestNumber(below limit: Int64, _ db: Database) throws -> Int64 {
    guard try exists(db) else { return 0 }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(asset_no) FROM withheld_item WHERE asset_no < ?"),
      arguments: [limit]) ?? 0
  }

  /// The row number for the next new item; `nil` to leave it to SQLite, which knows no withheld rows.
  static func nextRow(_ db: Database) throws -> Int64? {
    guard try exists(db) else { return nil }
    let highest = try Int64.fetchOne(
      db.cachedStatement(
        sql:
          "SELECT max(ifnull((SELECT max(id) FROM item), 0), ifnull(max(id), 0)) FROM withheld_item"
      ))
    return try StoredNumber.next(after: highest ?? 0, "number of items")
  }

  /// The stored columns of a table, without those that follow from others.
  static func columns(of table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table])
  }
}
