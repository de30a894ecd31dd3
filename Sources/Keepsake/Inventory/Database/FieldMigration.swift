import GRDB

/// Adds a field to an existing inventory; called by a step of `Schema.migrations`.
enum FieldMigration {
  /// Adds the column of a field, and moves custom fields of its name into it.
  ///
  /// The items keep their `rev`, since their content is the same. A value that the field cannot take,
  /// such as “soon” for a date, stays in a custom field under another name.
  static func add(_ field: ItemField, to db: Database, currency: Currency) throws {
    try add(field, to: "", db, currency: currency) { id, change in
      let words = try SearchIndex.texts(ofRow: id, db)
      try change()
      try SearchIndex.replace(words, with: try SearchIndex.texts(ofRow: id, db), id: id, db)
    }
    if try WithheldMigration.exists(db) {
      // Indexes contain no words of withheld items.
      try add(field, to: "withheld_", db, currency: currency) { _, change in try change() }
    }
    // Newer homes of the household wrote values that this one only carried along.
    try SyncSchema.bringUpToDate(showing: field.definition.column.map { [$0.name] } ?? [], db)
  }

  /// Applies a change to the tables of visible or of withheld items.
  ///
  /// - Parameter change: Makes a change of an item.
  private static func add(
    _ field: ItemField, to prefix: String, _ db: Database, currency: Currency,
    change: (_ item: Int64, () throws -> Void) throws -> Void
  ) throws {
    let definition = field.definition
    guard let column = definition.column, let type = definition.kind.columnType else { return }
    try db.execute(sql: "ALTER TABLE \(prefix)item ADD COLUMN \(column.name) \(type)")
    guard let name = definition.reservedName else { return }
    let custom = try Row.fetchAll(
      db,
      sql: """
        SELECT item_id, name, value FROM \(prefix)custom_field WHERE name = ? COLLATE NOCASE
        """, arguments: [name])
    for row in custom {
      let (id, name): (Int64, String) = (try row.value(0), try row.value(1))
      try SyncTriggers.touch(item: id, in: "\(prefix)item", db)
      let value = definition.adopted(try row.value(2), currency: currency)
      try change(id) {
        guard let value else { return try rename(name, of: id, in: "\(prefix)custom_field", db) }
        try db.execute(
          sql: "UPDATE \(prefix)item SET \(column.name) = ? WHERE id = ?",
          arguments: [definition.kind == .moment ? moment(value) : value, id])
        try db.execute(
          sql: "DELETE FROM \(prefix)custom_field WHERE item_id = ? AND name = ?",
          arguments: [id, name])
      }
    }
  }

  private static func moment(_ value: ColumnValue) -> ColumnValue {
    value.integer == 1 ? .integer(currentTimestamp()) : .null
  }

  private static func rename(
    _ name: String, of id: Int64, in table: String, _ db: Database
  ) throws {
    let free = try Item.freeName(for: name) { free in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS(SELECT 1 FROM \(table) WHERE item_id = ? AND name = ? COLLATE NOCASE)
          """,
        arguments: [id, free]) ?? false
    }
    try db.execute(
      sql: "UPDATE \(table) SET name = ? WHERE item_id = ? AND name = ?",
      arguments: [free, id, name])
  }
}
