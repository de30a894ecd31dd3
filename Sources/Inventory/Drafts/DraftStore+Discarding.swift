import Foundation
import GRDB

/// Drafts that were discarded are out of sight and kept for undo, the last ones of them.
extension DraftStore {
  /// How many discarded drafts are kept.
  static let discardedLimit = 100

  /// How many bytes of text they may hold together; the last one is kept whatever it holds.
  static let discardedSizeLimit = 4 << 20

  /// Discards a draft that waits or belongs to a session, never one that another session has.
  ///
  /// - Parameter patience: how long to wait for another writer, in milliseconds.
  /// - Returns: whether it is discarded now, by this call or before.
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

  /// Brings a discarded draft back: it waits for whoever opens it next.
  ///
  /// - Returns: whether the draft is there now; not when so many were discarded since that it is kept
  ///   no longer.
  @discardableResult
  public func restore(_ uuid: UUID) throws(InventoryError) -> Bool {
    try file.write { db in
      try db.cachedStatement(sql: "UPDATE draft SET discarded = NULL WHERE uuid = ?")
        .execute(arguments: [uuid])
      return (db.changesCount > 0, .commit)
    }
  }

  /// Whether a draft was discarded and is kept.
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
