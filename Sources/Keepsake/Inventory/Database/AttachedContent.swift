import GRDB

/// The digests of stored files.
enum AttachedContent {
  /// Selects the digests of all files of items and places, former photos in the change log included; `nil` for an
  /// inventory from before attachments existed.
  static func selection(_ db: Database) throws -> String? {
    guard try db.hasTable("attachment") else { return nil }
    return try (["SELECT sha256 FROM main.attachment"] + PlacePhotos.keptDigests(db))
      .joined(separator: " UNION ")
  }

  /// Each of them once, sorted.
  static func digests(_ db: Database) throws -> [String] {
    try selection(db).map { try String.fetchAll(db, sql: $0 + " ORDER BY 1") } ?? []
  }
}
