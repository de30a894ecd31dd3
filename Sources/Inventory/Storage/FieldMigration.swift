import GRDB

/// Adds a field to an existing inventory; called by a step of `Schema.migrations`.
enum FieldMigration {
  /// Adds the column of a field, and moves custom fields of its name into it.
  ///
  /// The items keep their `rev`, since their content is the same. A value that the field cannot take,
  /// such as “soon” for a date, stays in a custom field under another name.
  static func add(_ field: ItemField, to db: Database, currency: Currency) throws {
    let definition = field.definition
    guard let column = definition.column, let type = definition.kind.columnType else { return }
    try db.execute(sql: "ALTER TABLE item ADD COLUMN \(column.name) \(type)")
    guard let name = definition.reservedName else { return }
    let custom = try Row.fetchAll(
      db, sql: "SELECT item_id, name, value FROM custom_field WHERE name = ?", arguments: [name])
    for row in custom {
      let (id, name): (Int64, String) = (try row.value(0), try row.value(1))
      let words = try SearchIndex.texts(ofRow: id, db)
      if let value = definition.adopted(try row.value(2), currency: currency) {
        try db.execute(
          sql: "UPDATE item SET \(column.name) = ? WHERE id = ?",
          arguments: [definition.kind == .moment ? moment(value) : value, id])
        try db.execute(
          sql: "DELETE FROM custom_field WHERE item_id = ? AND name = ?", arguments: [id, name])
      } else {
        try rename(name, of: id, db)
      }
      try SearchIndex.replace(words, with: try SearchIndex.texts(ofRow: id, db), id: id, db)
    }
  }

  private static func moment(_ value: ColumnValue) -> ColumnValue {
    value.integer == 1 ? .integer(currentTimestamp()) : .null
  }

  private static func rename(_ name: String, of id: Int64, _ db: Database) throws {
    let free = try Item.freeName(for: name) { free in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS(SELECT 1 FROM custom_field WHERE item_id = ? AND name = ?)",
        arguments: [id, free]) ?? false
    }
    try db.execute(
      sql: "UPDATE custom_field SET name = ? WHERE item_id = ? AND name = ?",
      arguments: [free, id, name])
  }
}
