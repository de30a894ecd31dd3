import Foundation
import GRDB

/// The additional columns that a wide list shows of an item.
public struct ItemTraits: Hashable, Sendable {
  /// The name of its category; empty if it has none.
  public var category = ""
  /// Its maker; empty if unknown.
  public var manufacturer = ""
  /// The names of its tags, separated by commas.
  public var tags = ""
  /// The date of the purchase.
  public var purchaseDate: CalendarDate?

  /// Nothing known.
  public init() {}
}

extension ItemTraits {
  /// The additional columns of a wide list; `nil` if the item does not exist.
  static func fetch(_ db: Database, item: UUID) throws -> ItemTraits? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT ifnull((SELECT name FROM category WHERE category.id = item.category_id), ''),
          item.manufacturer, item.purchase_date,
          (SELECT group_concat(name, ', ') FROM (
            SELECT tag.name FROM item_tag JOIN tag ON tag.id = item_tag.tag_id
            WHERE item_tag.item_id = item.id ORDER BY tag.name))
        FROM item WHERE item.uuid = ?
        """)
    return try Row.fetchOne(statement, arguments: [item]).map { row in
      var traits = ItemTraits()
      traits.category = try row.value(0)
      traits.manufacturer = try row.value(1)
      traits.purchaseDate = (try row.value(2) as String?).flatMap(CalendarDate.init(iso:))
      traits.tags = try row.value(3) as String? ?? ""
      return traits
    }
  }
}
