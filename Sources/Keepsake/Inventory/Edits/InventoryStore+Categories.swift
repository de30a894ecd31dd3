import Foundation
import GRDB
import Household

extension InventoryStore {
  /// The maximum length of a category's name, in bytes.
  private static let maximumCategoryBytes = Bounds.nameBytes

  /// Finds a category by name, or stores it after the others.
  ///
  /// Undo does not cover it: an unused category is only a line in a list.
  ///
  /// - Returns: Its identity.
  /// - Throws: `badData` if the name is blank, contains NUL or is too long.
  public func addCategory(named name: String, session: String) throws(InventoryError) -> UUID {
    let name = name.trimmedOfBlanks
    guard !name.isEmpty else { throw InventoryError(.badData, "a category needs a name") }
    guard name.utf8.count <= Self.maximumCategoryBytes, !name.utf8.contains(0) else {
      throw InventoryError(.badData, "the name of a category is too long or holds a NUL")
    }
    return try write(source: session + " category") { transaction in
      let (uuid, isNew) = try Self.category(named: name, transaction.db)
      transaction.isDirty = isNew
      return uuid
    }
  }

  /// Finds a category by name, ignoring case, or stores it after the others.
  static func category(named name: String, _ db: Database) throws -> (uuid: UUID, isNew: Bool) {
    let find = try db.cachedStatement(sql: "SELECT uuid FROM category WHERE name = ?")
    if let known = try UUID.fetchOne(find, arguments: [name]) { return (known, false) }
    let uuid = Identity.new()
    try db.execute(
      sql: """
        INSERT INTO category(uuid, name, order_key)
        VALUES (?, ?, (SELECT ifnull(max(order_key), 0) + 100 FROM category))
        """, arguments: [uuid, name])
    try EditTimes.note("category", Item.asciiLowercased(name), at: currentTimestamp(), db)
    return (uuid, true)
  }
}
