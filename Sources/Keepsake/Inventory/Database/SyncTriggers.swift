import GRDB

/// Notes which rows are written, whatever writes them.
///
/// The triggers belong to a connection, not to the file, so a reader, such as a launch, has no more
/// schema to parse. A connection gets them before its first write.
enum SyncTriggers {
  private static let probe = "household_item_update"

  /// Installs the triggers on a connection if the inventory belongs to a household, and removes them after it has left.
  static func installIfNeeded(_ db: Database) throws {
    let isShared = try Meta.text(Meta.household, db) != nil
    let find = try db.cachedStatement(sql: "SELECT 1 FROM temp.sqlite_schema WHERE name = ?")
    let isInstalled = try Bool.fetchOne(find, arguments: [probe]) != nil
    guard isShared != isInstalled else { return }
    // Another program may have left the household.
    guard isShared else { return try remove(db) }
    for trigger in all { try db.execute(sql: trigger.sql) }
    // Rows of the household contain former values, so SQLite must overwrite what it deletes.
    try db.overwriteDeletedContent()
  }

  static func remove(_ db: Database) throws {
    for trigger in all { try db.execute(sql: "DROP TRIGGER IF EXISTS temp.\(trigger.name)") }
  }

  /// Records a touched item without triggers, as in a migration.
  ///
  /// - Parameter table: `item`, or the table of the items that the login may see.
  static func touch(item id: Int64, in table: String, _ db: Database) throws {
    guard try db.hasTable("household_dirty") else { return }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO household_dirty(kind, key)
          SELECT 'item', \(key("uuid")) FROM \(table) WHERE id = ?
        """, arguments: [id])
  }

  private struct Trigger {
    var name: String
    var event: String
    var table: String
    /// Selects kind and key of the row that becomes dirty.
    var row: String
    var condition = ""

    var sql: String {
      """
      CREATE TEMP TRIGGER \(name) AFTER \(event) ON main.\(table) \(condition) BEGIN
        INSERT OR IGNORE INTO household_dirty(kind, key) \(row);
      END
      """
    }
  }

  private static let all: [Trigger] =
    items + details + places + categories + attachments + settings + views

  private static func key(_ column: String) -> String { "lower(hex(\(column)))" }

  private static let items = [
    Trigger(
      name: "household_item_insert", event: "INSERT", table: "item",
      row: "SELECT 'item', \(key("new.uuid"))"),
    Trigger(
      name: probe, event: "UPDATE OF \(SyncedTable.item.storedNames)", table: "item",
      row: "SELECT 'item', \(key("new.uuid"))"),
    Trigger(
      name: "household_item_delete", event: "DELETE", table: "item",
      row: "SELECT 'item', \(key("old.uuid"))"),
  ]

  /// Tags and custom fields are values of their item.
  private static let details: [Trigger] = ["item_tag", "custom_field"].flatMap { table in
    [("insert", "new"), ("update", "new"), ("delete", "old")].map { event, side in
      Trigger(
        name: "household_\(table)_\(event)", event: event, table: table,
        row: "SELECT 'item', \(key("uuid")) FROM main.item WHERE id = \(side).item_id")
    }
  }

  private static let places = ["INSERT", "UPDATE OF \(SyncedTable.place.storedNames)"].map {
    Trigger(
      name: "household_place_" + $0.prefix(6), event: $0, table: "location",
      row: "SELECT 'place', \(key("new.uuid"))")
  }

  private static let categories = ["INSERT", "UPDATE OF \(SyncedTable.category.storedNames)"].map {
    Trigger(
      name: "household_category_" + $0.prefix(6), event: $0, table: "category",
      row: "SELECT 'category', lower(new.name)")
  }

  private static let views = ["INSERT", "UPDATE OF \(SyncedTable.view.storedNames)"].map {
    Trigger(
      name: "household_view_" + $0.prefix(6), event: $0, table: "saved_view",
      row: "SELECT 'view', lower(new.name)")
  }

  private static let attachments = [
    ("INSERT", "new"), ("UPDATE OF \(SyncedTable.attachment.storedNames)", "new"),
    ("DELETE", "old"),
  ].map { event, side in
    Trigger(
      name: "household_attachment_" + event.prefix(6), event: event, table: "attachment",
      row: "SELECT 'attachment', \(key(side + ".uuid"))")
  }

  private static let settings = [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")].map {
    event, side in
    Trigger(
      name: "household_setting_\(event)", event: event, table: "meta",
      row: "SELECT 'setting', \(side).key",
      condition: "WHEN \(side).key NOT IN (\(Meta.ownKeys))")
  }
}
