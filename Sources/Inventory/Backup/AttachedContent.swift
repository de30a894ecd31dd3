import GRDB

/// The contents that attachments refer to, by digest.
enum AttachedContent {
  /// Each content once, in the order of the digests; none in files from before there were attachments.
  static func digests(_ db: Database) throws -> [String] {
    guard try db.hasTable("attachment") else { return [] }
    return try String.fetchAll(db, sql: "SELECT DISTINCT sha256 FROM attachment ORDER BY sha256")
  }
}
