import Foundation
import GRDB

/// Makes items private: what the file said of them before is gone from it.
enum PrivacyEdits {
  /// Replaces an item by its masked form.
  ///
  /// The log forgets what it held of the item, so that no undo leads back; the log says only that it was changed. The index of words
  /// is written anew, since it keeps removed words until it merges them.
  static func seal(
    _ stored: StoredItem, as masked: Item, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let db = transaction.db
    try refuseAttachments(of: stored, db)
    // Freed pages and cells are overwritten from here on.
    try db.execute(sql: "PRAGMA secure_delete = 1")
    _ = try ItemWriter.update(stored, to: masked, in: transaction)
    try db.cachedStatement(sql: "DELETE FROM change WHERE row_uuid = ?")
      .execute(arguments: [stored.item.uuid])
    try ChangeLog.append(
      .update, .item, row: stored.item.uuid, revBefore: stored.item.rev, in: transaction)
    try db.execute(sql: "INSERT INTO item_fts(item_fts) VALUES ('optimize')")
    return ChangeSummary(
      action: .changed, subject: .item, name: masked.name, uuid: masked.uuid, count: 1)
  }

  /// Files of private items would lie open beside them.
  private static func refuseAttachments(of stored: StoredItem, _ db: Database) throws {
    let count = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM attachment WHERE item_id = ?"),
      arguments: [stored.id])
    guard count == 0 else {
      throw InventoryError(
        .refused, "“\(stored.item.name)” has files, which cannot be private yet: it stays as it is")
    }
  }
}
