import Foundation
import GRDB
import Inventory

/// Settings and categories, which have names for keys.
extension MergeApplier {
  func writeSetting(_ id: RowID, _ changes: RowImage) throws {
    guard let setting = SharedSetting.named(id.key), let value = changes["value"] else { return }
    if setting == .currency {
      guard let currency = value.text.flatMap(Currency.init(code:)),
        currency.exponent == transaction.currency.exponent
      else {
        throw InventoryError(
          .refused, "the household's currency has other decimals than that of this inventory")
      }
    }
    try Meta.put(value.text, for: id.key, db)
    transaction.isDirty = true
  }

  func writeCategory(_ id: RowID, _ row: SharedRow) throws {
    guard let name = row.value("name").text, Item.asciiLowercased(name) == id.key else {
      return waitForItself(id, row, .category)
    }
    _ = try CategoryWriter.findOrInsert(name, db)
    try db.cachedStatement(
      sql: "UPDATE category SET name = ?, useful_life_months = ? WHERE name = ?"
    ).execute(arguments: [name, row.value("useful_life_months").integer, name])
    transaction.isDirty = true
  }

  /// The identity that a category has here; the row is written first where it is not.
  func category(_ key: String) throws -> UUID? {
    let find = try db.cachedStatement(sql: "SELECT uuid FROM category WHERE name = ?")
    if let known = try UUID.fetchOne(find, arguments: [key]) { return known }
    try write(SharedKind.category.row(key))
    return try UUID.fetchOne(find, arguments: [key])
  }
}
