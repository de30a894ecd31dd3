import Foundation
import GRDB

/// What the login may see of the inventory.
extension InventoryStore {
  /// The limits of the login, and what ratings mean.
  public var guide: RatingGuide { guideInUse.withLock { $0 } }

  /// Goes by other limits from now on, also in the file.
  ///
  /// - Returns: Whether they are others.
  /// - Throws: What writing throws. The login may see no more then than before.
  @discardableResult
  public func apply(_ guide: RatingGuide) throws(InventoryError) -> Bool {
    guard guide != self.guide else { return false }
    guideInUse.withLock { $0 = guide }
    try sortIfNeeded()
    return true
  }

  /// Sorts the file by the limits of this login, if another one with other limits had it.
  ///
  /// Where nothing can be written a login without limits sees what the last one saw.
  func sortIfNeeded() throws(InventoryError) {
    let limits = guide.limits
    guard limitsOfFile != limits.text else { return }
    do {
      try write(source: "limits", patience: 10_000) { _ in }
    } catch {
      guard !limits.isNone else { return }
      throw InventoryError(
        .permission, "what this login may not see cannot be hidden: \(error.message)")
    }
    searchMemory.forget()
  }

  /// Whether the file is sorted by the limits of this login, so that everything in it may be shown.
  public var isSorted: Bool { guide.limits.isNone || limitsOfFile == guide.limits.text }

  /// Whether any item is withheld from the login.
  public var withholdsItems: Bool {
    get throws(InventoryError) {
      try file.read { db in
        guard try Withheld.exists(db) else { return false }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS(SELECT 1 FROM withheld_item)") == true
      }
    }
  }

  /// Whether an item is there, and withheld from the login.
  public func withholds(_ item: UUID) throws(InventoryError) -> Bool {
    try file.read { db in
      guard try Withheld.exists(db) else { return false }
      let find = try db.cachedStatement(
        sql: "SELECT EXISTS(SELECT 1 FROM withheld_item WHERE uuid = ?)")
      return try Bool.fetchOne(find, arguments: [item]) == true
    }
  }
}
