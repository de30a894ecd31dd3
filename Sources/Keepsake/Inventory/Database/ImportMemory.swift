import Foundation
import GRDB

/// What imports of foreign files remember: the values that an item got, as digests, and the mappings of headers.
///
/// The first use creates the tables, so no other inventory has them. They belong to this file alone: a household
/// doesn't exchange them.
enum ImportMemory {
  private static let (values, mappings) = ("imported_values", "import_mapping")

  /// The digests of the imported values of an item, by field; empty if nothing is known.
  static func digests(of item: UUID, _ db: Database) throws -> [String: String] {
    guard try db.hasTable(values) else { return [:] }
    let find = try db.cachedStatement(sql: "SELECT digests FROM \(values) WHERE item = ?")
    let text = try String.fetchOne(find, arguments: [item]) ?? ""
    return text.split(separator: "\n").reduce(into: [:]) { found, line in
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { found[String(parts[1])] = String(parts[0]) }
    }
  }

  /// Creates the table of digests, unless there is one.
  static func prepare(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(values)(item BLOB PRIMARY KEY, digests TEXT NOT NULL)
        STRICT, WITHOUT ROWID
        """)
  }

  /// Stores the digests of an item, after ``prepare(_:)``.
  static func remember(_ digests: [String: String], of item: UUID, _ db: Database) throws {
    let text = digests.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO \(values)(item, digests) VALUES (?, ?)")
      .execute(arguments: [item, text.joined(separator: "\n")])
  }

  /// Forgets the digests of a row that was purged or made private.
  static func forget(_ row: UUID, _ db: Database) throws {
    guard try db.hasTable(values) else { return }
    try db.cachedStatement(sql: "DELETE FROM \(values) WHERE item = ?").execute(arguments: [row])
  }

  /// The text of the mapping that was last used for a header; `nil` without one.
  static func mapping(for header: String, _ db: Database) throws -> String? {
    guard try db.hasTable(mappings) else { return nil }
    return try String.fetchOne(
      db, sql: "SELECT mapping FROM \(mappings) WHERE header = ?", arguments: [header])
  }

  /// Stores the mapping of a header.
  static func remember(mapping: String, for header: String, _ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(mappings)(header TEXT PRIMARY KEY, mapping TEXT NOT NULL)
        STRICT, WITHOUT ROWID
        """)
    try db.execute(
      sql: "INSERT OR REPLACE INTO \(mappings)(header, mapping) VALUES (?, ?)",
      arguments: [header, mapping])
  }
}
