import Foundation
import GRDB

/// Writes rows of attachments; the callers write the log.
public enum AttachmentWriter {
  /// The distance between two neighboring order numbers.
  static let orderStep: Int64 = 100

  static func insert(
    _ attachment: Attachment, to item: Int64, after others: [StoredAttachment],
    in transaction: WriteTransaction
  ) throws {
    let last = others.last?.attachment.order ?? 0
    try transaction.db.cachedStatement(
      sql: """
        INSERT INTO main.attachment(uuid, item_id, kind, title, file_name, mime, bytes, sha256, width,
          height, order_key, created_at, rev) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      attachment.uuid, item, attachment.kind.rawValue, attachment.title, attachment.fileName,
      attachment.mediaType, attachment.bytes, attachment.sha256, attachment.width,
      attachment.height, max(0, min(last, Int64.max - orderStep)) + orderStep, transaction.at,
      transaction.rev,
    ])
    try choosePrimary(of: item, transaction.db)
    transaction.isDirty = true
  }

  /// Updates kind, title, order and removal of a stored attachment.
  ///
  /// - Returns: The changed columns before and after.
  static func update(
    _ stored: StoredAttachment, to wanted: Attachment, in transaction: WriteTransaction
  ) throws -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    var before: [String: ColumnValue] = [:]
    var after: [String: ColumnValue] = [:]
    for (old, new) in zip(columns(stored.attachment), columns(wanted)) where old.1 != new.1 {
      before[old.0] = old.1
      after[new.0] = new.1
    }
    guard !after.isEmpty else { return (before, after) }
    try transaction.db.cachedStatement(
      sql: """
        UPDATE main.attachment SET kind = ?, title = ?, order_key = ?, deleted_at = ?, rev = ?
        WHERE id = ?
        """
    ).execute(arguments: [
      wanted.kind.rawValue, wanted.title, wanted.order, wanted.deletedAt, transaction.rev,
      stored.id,
    ])
    try choosePrimary(of: stored.itemID, transaction.db)
    transaction.isDirty = true
    return (before, after)
  }

  /// Replaces all values of a stored attachment, including its content.
  public static func replace(_ wanted: Attachment, in transaction: WriteTransaction) throws {
    try transaction.db.cachedStatement(
      sql: """
        UPDATE main.attachment SET title = ?, file_name = ?, mime = ?, bytes = ?, sha256 = ?, width = ?,
          height = ?, rev = ? WHERE uuid = ?
        """
    ).execute(arguments: [
      wanted.title, wanted.fileName, wanted.mediaType, wanted.bytes, wanted.sha256, wanted.width,
      wanted.height, transaction.rev, wanted.uuid,
    ])
    transaction.isDirty = true
  }

  /// An attachment with the values of a log entry.
  public static func applying(
    _ values: [String: ColumnValue], to attachment: Attachment
  ) -> Attachment {
    var attachment = attachment
    if let kind = values["kind"]?.text.flatMap(AttachmentKind.init) { attachment.kind = kind }
    if let title = values["title"]?.text { attachment.title = title }
    if let order = values["order_key"]?.integer { attachment.order = order }
    if let deleted = values["deleted_at"] { attachment.deletedAt = deleted.integer }
    return attachment
  }

  private static func columns(_ attachment: Attachment) -> [(String, ColumnValue)] {
    [
      ("kind", .text(attachment.kind.rawValue)), ("title", .text(attachment.title)),
      ("order_key", .integer(attachment.order)),
      ("deleted_at", attachment.deletedAt.map(ColumnValue.integer) ?? .null),
    ]
  }

  /// Marks the first photo of an item as primary.
  ///
  /// The mark follows from the other columns, so undo need not log it.
  public static func choosePrimary(of item: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE main.attachment SET is_primary = (id IS (
          SELECT id FROM main.attachment WHERE item_id = ?1 AND kind = 'photo' AND deleted_at IS NULL
          ORDER BY order_key, id LIMIT 1)) WHERE item_id = ?1
        """
    ).execute(arguments: [item])
  }
}
