import Foundation
import GRDB

/// Stores categories.
public enum CategoryWriter {
  /// A name in its stored form.
  ///
  /// - Throws: `badData` if it is blank, contains NUL or is too long.
  static func checked(_ name: String) throws(InventoryError) -> String {
    let name = name.singleSpaced
    guard !name.isEmpty else { throw InventoryError(.badData, "a category needs a name") }
    guard name.utf8.count <= Bounds.nameBytes, !name.utf8.contains(0) else {
      throw InventoryError(.badData, "the name of a category is too long or contains a NUL")
    }
    return name
  }

  /// Finds a category by name, ignoring case, or stores it after the others; takes it out of the trash.
  public static func findOrInsert(
    _ name: String, _ db: Database
  ) throws -> (uuid: UUID, isNew: Bool) {
    let find = try db.cachedStatement(
      sql: "SELECT uuid FROM category WHERE name = ? AND deleted_at IS NULL")
    if let known = try UUID.fetchOne(find, arguments: [name]) { return (known, false) }
    let restored = try UUID.fetchOne(
      db, sql: "UPDATE category SET deleted_at = NULL WHERE name = ? RETURNING uuid",
      arguments: [name])
    let uuid = try restored ?? insert(name, usefulLifeMonths: nil, db)
    try EditTimes.note("category", Item.asciiLowercased(name), at: currentTimestamp(), db)
    return (uuid, true)
  }

  /// Stores a category after the others.
  static func insert(_ name: String, usefulLifeMonths: Int?, _ db: Database) throws -> UUID {
    let uuid = Identity.new()
    try db.execute(
      sql: """
        INSERT INTO category(uuid, name, useful_life_months, order_key)
        VALUES (?, ?, ?, (SELECT ifnull(max(order_key), 0) + 100 FROM category))
        """, arguments: [uuid, name, usefulLifeMonths])
    return uuid
  }

  /// The condition on a row of `category` that lists show it: it is not in the trash, or an item has it that another home
  /// put there.
  static func areShown(_ db: Database) throws -> String {
    guard try db.hasColumn("deleted_at", in: "category") else { return "TRUE" }
    return """
      (deleted_at IS NULL
        OR id IN (SELECT category_id FROM item WHERE shelf < 2 AND category_id IS NOT NULL))
      """
  }

  /// A category by its identity, also from the trash.
  ///
  /// - Throws: `refused` if it does not exist.
  static func existing(_ uuid: UUID, _ db: Database) throws -> Category {
    try fetch("uuid = ?", uuid, db).orThrow("this category no longer exists")
  }

  /// A category by its name, ignoring case, also from the trash; `nil` if no category has it.
  public static func named(_ name: String, _ db: Database) throws -> Category? {
    try fetch("name = ?", name, db)
  }

  private static func fetch(
    _ condition: String, _ value: any DatabaseValueConvertible, _ db: Database
  ) throws -> Category? {
    let find = try db.cachedStatement(
      sql: """
        SELECT uuid, name, useful_life_months, deleted_at FROM category WHERE \(condition)
        """)
    return try Row.fetchOne(find, arguments: [value]).map { row in
      var category = try Category(
        uuid: row.value(0), name: row.value(1), usefulLifeMonths: row.value(2))
      category.deletedAt = try row.value(3)
      return category
    }
  }

  /// Updates name, useful life and trash mark of a category.
  static func update(
    _ stored: Category, to wanted: Category, in transaction: WriteTransaction
  ) throws -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    let (before, after) = Category.synced.differences(from: stored, to: wanted)
    guard !after.isEmpty else { return (before, after) }
    try transaction.db.execute(
      sql: """
        UPDATE category SET name = ?, useful_life_months = ?, deleted_at = ? WHERE uuid = ?
        """,
      arguments: [wanted.name, wanted.usefulLifeMonths, wanted.deletedAt, stored.uuid])
    try EditTimes.note(
      "category", Item.asciiLowercased(wanted.name), at: transaction.at, transaction.db)
    transaction.isDirty = true
    return (before, after)
  }
}

extension Optional {
  /// The value.
  ///
  /// - Throws: `refused` with the message instead of `nil`.
  fileprivate func orThrow(_ message: String) throws(InventoryError) -> Wrapped {
    guard let self else { throw InventoryError(.refused, message) }
    return self
  }
}
