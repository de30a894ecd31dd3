import GRDB

extension Database {
  /// Whether the file has a table; one of an older format may be open for reading only.
  ///
  /// Asks for that table alone, where GRDB would read the whole schema.
  func hasTable(_ name: String) throws -> Bool {
    let find = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)")
    return try Bool.fetchOne(find, arguments: [name]) == true
  }
}
