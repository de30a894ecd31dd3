import Foundation
import GRDB

/// What the login may see of the inventory.
extension InventoryDatabase {
  /// Whether the file is sorted by the limits of this login, so that everything in it may be shown.
  public var isSorted: Bool { guide.limits.isNone || limitsOfFile == guide.limits.text }

  /// Whether any item is withheld from the login.
  public var withholdsItems: Bool {
    get throws(InventoryError) {
      try read { db in
        guard try Withheld.exists(db) else { return false }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS(SELECT 1 FROM withheld_item)") == true
      }
    }
  }

  /// Whether an item is there, and withheld from the login.
  public func withholds(_ item: UUID) throws(InventoryError) -> Bool {
    try read { db in
      guard try Withheld.exists(db) else { return false }
      let find = try db.cachedStatement(
        sql: "SELECT EXISTS(SELECT 1 FROM withheld_item WHERE uuid = ?)")
      return try Bool.fetchOne(find, arguments: [item]) == true
    }
  }
}
