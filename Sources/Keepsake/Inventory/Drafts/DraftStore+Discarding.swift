import Foundation
import GRDB

/// The latest discarded drafts are hidden and kept for undo.
extension DraftStore {
  /// The maximum number of discarded drafts.
  static let discardedLimit = 100

  /// The maximum size of their texts together, in bytes; the latest draft is kept whatever its size.
  static let discardedSizeLimit = 4 << 20

  /// Discards a draft that waits or belongs to a session; never one of another session.
  ///
  /// - Parameter patience: How long to wait for another writer, in milliseconds.
  /// - Returns: Whether the draft is discarded, by this call or an earlier one.
  @discardableResult
  public func discard(
    _ uuid: UUID, of session: String? = nil, patience: Int = 2000
  ) throws(InventoryError) -> Bool {
    try file.write(patience: patience) { db in
      try db.cachedStatement(
        sql: """
          UPDATE draft SET session = NULL,
            discarded = (SELECT ifnull(max(discarded), 0) + 1 FROM draft)
          WHERE uuid = ? AND discarded IS NULL AND (session IS NULL OR session IS ?)
          """
      ).execute(arguments: [uuid, session])
      try Self.forgetOldest(in: db)
      if let session { try Redo.delete(of: session, in: db) }
      return (try Self.isDiscarded(uuid, in: db), .commit)
    }
  }

  /// Brings back a discarded draft, which then waits for any window.
  ///
  /// - Returns: Whether the draft is there now; `false` if too many later ones have displaced it.
  @discardableResult
  public func restore(_ uuid: UUID) throws(InventoryError) -> Bool {
    try file.write { db in
      try db.cachedStatement(sql: "UPDATE draft SET discarded = NULL WHERE uuid = ?")
        .execute(arguments: [uuid])
      return (db.changesCount > 0, .commit)
    }
  }

  /// Whether a draft is discarded and still kept.
  public func isDiscarded(_ uuid: UUID) throws(InventoryError) -> Bool {
    try file.read { try Self.isDiscarded(uuid, in: $0) }
  }

  private static func isDiscarded(_ uuid: UUID, in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT count(*) FROM draft WHERE uuid = ? AND discarded IS NOT NULL")
    return try Int.fetchOne(statement, arguments: [uuid]) != 0
  }

  private static func forgetOldest(in db: Database) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM draft WHERE id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER latest AS place,
              sum(length(CAST(fields AS BLOB))) OVER latest AS size
            FROM draft WHERE discarded IS NOT NULL WINDOW latest AS (ORDER BY discarded DESC))
          WHERE place > 1 AND (place > ? OR size > ?))
        """
    ).execute(arguments: [discardedLimit, discardedSizeLimit])
  }
}
