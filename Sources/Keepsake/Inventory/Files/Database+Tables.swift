import GRDB

extension Database {
  /// Whether the file has a table; one of an older format may be open for reading only.
  ///
  /// Asks for that one alone, where GRDB would read the whole schema.
  func hasTable(_ name: String) throws -> Bool { try has("table", name) }

  /// Whether the file has an index; one of an older format may be open for reading only.
  func hasIndex(_ name: String) throws -> Bool { try has("index", name) }

  /// Whether a table has a column.
  func hasColumn(_ name: String, in table: String) throws -> Bool {
    let find = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = ?)")
    return try Bool.fetchOne(find, arguments: [table, name]) == true
  }

  private func has(_ type: String, _ name: String) throws -> Bool {
    let find = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?)")
    return try Bool.fetchOne(find, arguments: [type, name]) == true
  }
}
