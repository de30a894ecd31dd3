import Foundation
import GRDB

/// The items that content limits hide from a connection with ``LimitedViews``; other connections hide none.
struct HiddenItems {
  let db: Database
  /// Whether the connection hides anything.
  let areHidden: Bool

  init(_ db: Database) throws {
    self.db = db
    areHidden = try LimitedViews.areInstalled(db)
  }

  /// Whether anything is hidden.
  func exist() throws -> Bool {
    guard areHidden else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM (\(try rows)))")) == true
  }

  /// Whether an item exists that the login may not see.
  func contain(_ uuid: UUID) throws -> Bool {
    try contain("uuid = ?", [uuid])
  }

  /// Throws if an item has what a hidden one has: only one of them can have it.
  func check(_ item: Item) throws {
    guard try contain("uuid = ?1 OR import_ref = ?2", [item.uuid, item.importReference]) else {
      return
    }
    throw InventoryError(.permission, "this login may not change “\(item.name)”")
  }

  private func contain(_ condition: String, _ arguments: StatementArguments) throws -> Bool {
    guard areHidden else { return false }
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM main.item AS item WHERE (\(condition)) AND \(try isHidden))
        """)
    return try Bool.fetchOne(find, arguments: arguments) == true
  }

  /// The condition on a row of `main.item`, called `item`, that the login may not see.
  var isHidden: String { get throws { try LimitedViews.isHidden("item", db) } }

  /// Selects their row numbers, by what finds them: few items have a rating, and few are sealed.
  var rows: String {
    get throws {
      let sealed = """
        SELECT item_id AS id FROM main.custom_field WHERE name = '\(Item.sealedField)'
        """
      guard try db.hasColumn("rating", in: "item") else { return sealed }
      return """
        SELECT id FROM main.item WHERE rating <> '' AND \(LimitedViews.isHidden(rating: "rating"))
        UNION \(sealed)
        """
    }
  }

  // MARK: - Tags

  /// The condition on a row of `tag` that the login may see: a visible item has the tag.
  var shownTags: String {
    areHidden ? "tag.id IN (SELECT tag_id FROM item_tag)" : "TRUE"
  }
}
