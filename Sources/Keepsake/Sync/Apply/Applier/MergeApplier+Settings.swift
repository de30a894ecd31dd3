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
    let columns = SyncedTable.category.columns
    try db.cachedStatement(
      sql: """
        UPDATE category SET \(columns.map { "\($0.stored) = ?" }.joined(separator: ", "))
        WHERE name = ?
        """
    ).execute(
      arguments: StatementArguments(
        columns.map { $0.checked(row.value($0.name).column) } + [.text(name)]))
    transaction.isDirty = true
  }

  /// The identity that a category has here; the row is written first where it is not.
  func category(_ key: String) throws -> UUID? {
    let find = try db.cachedStatement(sql: "SELECT uuid FROM category WHERE name = ?")
    if let known = try UUID.fetchOne(find, arguments: [key]) { return known }
    try write(SyncedTable.category.row(key))
    return try UUID.fetchOne(find, arguments: [key])
  }
}
