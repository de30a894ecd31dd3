import GRDB

/// The digests of attached files.
enum AttachedContent {
  /// Each digest once, sorted; none in a file from before attachments.
  static func digests(_ db: Database) throws -> [String] {
    guard try db.hasTable("attachment") else { return [] }
    let withheld = try Withheld.exists(db) ? " UNION SELECT sha256 FROM withheld_attachment" : ""
    return try String.fetchAll(
      db, sql: "SELECT sha256 FROM attachment\(withheld) GROUP BY sha256 ORDER BY sha256")
  }
}
