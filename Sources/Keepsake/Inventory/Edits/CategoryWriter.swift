import Foundation
import GRDB

/// Stores categories.
public enum CategoryWriter {
  /// A name in its stored form.
  ///
  /// - Throws: `badData` if it is blank, contains NUL or is too long.
  static func checked(_ name: String) throws(InventoryError) -> String {
    let name = name.trimmedOfBlanks
    guard !name.isEmpty else { throw InventoryError(.badData, "a category needs a name") }
    guard name.utf8.count <= Bounds.nameBytes, !name.utf8.contains(0) else {
      throw InventoryError(.badData, "the name of a category is too long or contains a NUL")
    }
    return name
  }

  /// Finds a category by name, ignoring case, or stores it after the others.
  public static func findOrInsert(
    _ name: String, _ db: Database
  ) throws -> (uuid: UUID, isNew: Bool) {
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
