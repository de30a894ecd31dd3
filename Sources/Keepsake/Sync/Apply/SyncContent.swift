import Foundation
import GRDB
import Inventory

/// The files of items and places, which homes exchange separately from the rows.
extension SyncStore {
  /// The files that this home or the server lacks, as far as this home knows.
  public func unsettledContents() throws(InventoryError) -> [SyncContent] {
    try database.read { db in
      guard try db.hasTable("attachment") else { return [] }
      // The others have a right to what this login may not see.
      let find = try db.cachedStatement(
        sql: """
          SELECT sha256, max(bytes) FROM (
            SELECT sha256, bytes, id FROM main.attachment WHERE deleted_at IS NULL
            UNION ALL \(PlacePhotos.contents))
          WHERE sha256 NOT IN (SELECT digest FROM household_content)
          GROUP BY sha256 ORDER BY max(id)
          """)
      var contents: [SyncContent] = []
      let rows = try Row.fetchCursor(find)
      while let row = try rows.next() {
        contents.append(SyncContent(sha256: try row.value(0), bytes: try row.value(1)))
      }
      return contents
    }
  }

  /// Removes the files that belong to nothing, for example those of an item that another home made private.
  public func removeGoneContents() throws(InventoryError) {
    guard try database.read(Self.hasGoneContents) else { return }
    let isAny = try database.write(source: Self.source, isWhole: true) { transaction in
      try Self.hasGoneContents(transaction.db)
    }
    // If another program is working with the files, the rows stay as a reminder.
    guard isAny, (try? store.attachments.sweep()) != nil else { return }
    try database.write(source: Self.source, isWhole: true) { transaction in
      transaction.hasBookkeeping = true
      try transaction.db.execute(sql: "DELETE FROM household_content WHERE \(Self.isGone)")
    }
  }

  private static let isGone = """
    digest NOT IN (SELECT sha256 FROM main.attachment) AND digest NOT IN (\(PlacePhotos.digests))
    """

  private static func hasGoneContents(_ db: Database) throws -> Bool {
    guard try db.hasTable("attachment") else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM household_content WHERE \(isGone))"))
      == true
  }

  /// Notes that this home and the server both have a file.
  ///
  /// - Parameter isNew: Whether it has just come, so that screens show it.
  public func settle(_ content: SyncContent, isNew: Bool) throws(InventoryError) {
    try database.write(source: Self.source) { transaction in
      try transaction.db.cachedStatement(
        sql: "INSERT OR IGNORE INTO household_content(digest) VALUES (?)"
      ).execute(arguments: [content.sha256])
      if isNew { transaction.isDirty = true } else { transaction.hasBookkeeping = true }
    }
  }
}

/// A file of an item or a place, as homes exchange it.
public struct SyncContent: Hashable, Sendable {
  /// Its SHA-256.
  public var sha256: String
  /// Its size.
  public var bytes: Int64

  /// Names a content.
  public init(sha256: String, bytes: Int64) {
    self.sha256 = sha256
    self.bytes = bytes
  }
}
