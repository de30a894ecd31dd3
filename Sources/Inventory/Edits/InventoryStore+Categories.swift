import Foundation
import GRDB

extension InventoryStore {
  /// The longest name of a category, in bytes.
  private static let maximumCategoryBytes = 1000

  /// The category of a name, stored after the others if there is none of it yet.
  ///
  /// Undo does not come to it: a category that nothing is of is only a line in a list.
  ///
  /// - Returns: Its identity.
  /// - Throws: `badData` for a name that is blank, holds a NUL or is too long.
  package func addCategory(named name: String, session: String) throws(InventoryError) -> UUID {
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

  /// The category of a name, case ignored, stored after the others if there is none yet.
  static func category(named name: String, _ db: Database) throws -> (uuid: UUID, isNew: Bool) {
    let find = try db.cachedStatement(sql: "SELECT uuid FROM category WHERE name = ?")
    if let known = try UUID.fetchOne(find, arguments: [name]) { return (known, false) }
    let uuid = UUID()
    try db.execute(
      sql: """
        INSERT INTO category(uuid, name, order_key)
        VALUES (?, ?, (SELECT ifnull(max(order_key), 0) + 100 FROM category))
        """, arguments: [uuid, name])
    return (uuid, true)
  }
}
