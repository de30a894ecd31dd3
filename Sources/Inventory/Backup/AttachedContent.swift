import GRDB

/// The digests of attached files.
enum AttachedContent {
  /// Each digest once, sorted; none in a file from before attachments.
  static func digests(_ db: Database) throws -> [String] {
    guard try db.hasTable("attachment") else { return [] }
    return try String.fetchAll(db, sql: "SELECT DISTINCT sha256 FROM attachment ORDER BY sha256")
  }
}
