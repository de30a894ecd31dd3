import Foundation
import GRDB

/// Reads the items of an inventory, their categories and tags.
///
/// Lists of items are `ItemList`; ``ChangeStore`` writes.
public struct ItemStore: Sendable {
  let database: InventoryDatabase
  private let privacy: PrivacyStore

  init(_ database: InventoryDatabase, _ privacy: PrivacyStore) {
    (self.database, self.privacy) = (database, privacy)
  }

  /// An item by its identity, also from the trash; `nil` if it does not exist.
  public func fetch(_ uuid: UUID) throws(InventoryError) -> Item? {
    guard let item = try database.read({ try StoredItem.fetch($0, uuid: uuid)?.item }) else {
      return nil
    }
    return try privacy.opened(item)
  }

  /// The names of the things that an item refers to.
  public func relations(of item: Item) throws(InventoryError) -> ItemRelations {
    var relations = try database.read { try ItemRelations.fetch($0, item: item) }
    relations.placePath = try privacy.opened(path: relations.placePath)
    return relations
  }

  /// The additional columns of a wide list; `nil` if the item does not exist.
  ///
  /// Read only for visible rows, and only if there is room.
  public func traits(of item: UUID) throws(InventoryError) -> ItemTraits? {
    try database.read { try ItemTraits.fetch($0, item: item) }
  }

  // MARK: - Categories and tags

  /// Whether any item has an age rating, private ones excepted.
  public func haveRatings() throws(InventoryError) -> Bool {
    try database.read(RatedCounts.haveRatings)
  }

  /// All categories in order, without those in the trash that no item has.
  public func categories() throws(InventoryError) -> [Category] {
    try database.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT uuid, name, useful_life_months FROM category WHERE \(CategoryWriter.areShown(db))
          ORDER BY order_key, id
          """)
      return try Row.fetchAll(statement).map {
        try Category(uuid: $0.value(0), name: $0.value(1), usefulLifeMonths: $0.value(2))
      }
    }
  }

  /// The number of items outside the trash in each category that has any; reads all items.
  public func categoryCounts() throws(InventoryError) -> [UUID: Int] {
    try database.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT category.uuid, count(*) FROM item JOIN category ON category.id = item.category_id
          WHERE item.deleted_at IS NULL GROUP BY category.id
          """)
      var counts: [UUID: Int] = [:]
      for row in rows { counts[try row.value(0)] = try row.value(1) }
      return counts
    }
  }

  /// Finds a category by name, or stores it after the others.
  ///
  /// Undo does not cover it: an unused category is only a line in a list.
  ///
  /// - Returns: Its identity.
  /// - Throws: `badData` if the name is blank, contains NUL or is too long.
  public func addCategory(named name: String, session: String) throws(InventoryError) -> UUID {
    let name = try CategoryWriter.checked(name)
    return try database.write(source: session + " category") { transaction in
      let (uuid, isNew) = try CategoryWriter.findOrInsert(name, transaction.db)
      transaction.isDirty = isNew
      return uuid
    }
  }

  /// All tags by name, with the number of items outside the trash.
  ///
  /// Leaves out tags of private items.
  public func tags() throws(InventoryError) -> [Tag] {
    try database.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT uuid, name, (SELECT count(*) FROM item_tag JOIN item ON item.id = item_id
            WHERE tag_id = tag.id AND item.deleted_at IS NULL)
          FROM tag WHERE \(try HiddenItems(db).shownTags) ORDER BY name
          """)
      return try Row.fetchAll(statement).map {
        try Tag(uuid: $0.value(0), name: $0.value(1), itemCount: $0.value(2))
      }
    }
  }

  // MARK: - Dates that come

  /// The live items that are not sold and should be back by a day, the longest overdue first.
  ///
  /// Leaves out sealed values of private items. Reads all items, so it is not for a screen.
  ///
  /// - Returns: `nil` from a file of before there were loans, which is open for reading only.
  public func loansDue(by today: CalendarDate) throws(InventoryError) -> [DueLoan]? {
    try database.read { try DueLoan.fetchAll($0, by: today) }
  }

  /// The live items that are not sold and whose warranty ends within some days, the next end first.
  ///
  /// Leaves out sealed values of private items. Reads all items, so it is not for a screen.
  public func warrantiesEnding(
    within days: Int, of today: CalendarDate
  ) throws(InventoryError) -> [EndingWarranty] {
    guard let last = today.adding(days: days) else { return [] }
    return try database.read { try EndingWarranty.fetchAll($0, from: today, through: last) }
  }
}
