import GRDB

@testable import Inventory

extension Database {
  /// Removes the columns of items and places added after a version, as in a file of that time.
  ///
  /// The version number is unchanged: set `PRAGMA user_version` to have the file migrated.
  public func forgetColumns(after version: Int) throws {
    for index in ["item_rating", "item_due_back", "item_warranty", "item_maintenance"] {
      try execute(sql: "DROP INDEX IF EXISTS \(index)")
    }
    let format = ItemFormat(version: version)
    for column in ItemColumn.all where !format.has(column) {
      for table in ["item", "withheld_item"]
      where try hasTable(table) && hasColumn(column.name, in: table) {
        try execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column.name)")
      }
    }
    if version < 17, try hasColumn("photo", in: "location") {
      try execute(sql: "DROP INDEX IF EXISTS location_photo")
      try execute(sql: "ALTER TABLE location DROP COLUMN photo")
    }
    if format.has(FieldCatalogue[.rating].column) {
      try execute(sql: "CREATE INDEX item_rating ON item(rating) WHERE rating <> ''")
    }
  }
}

extension ItemFormat {
  fileprivate func has(_ column: ItemColumn?) -> Bool { column.map(has) ?? false }
}
