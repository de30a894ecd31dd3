import Foundation
import GRDB

/// An attachment with the row numbers of itself and its item.
public struct StoredAttachment {
  let id: Int64
  let itemID: Int64
  /// The attachment.
  public var attachment: Attachment

  private static let selection = """
    SELECT attachment.id, attachment.item_id, attachment.uuid, item.uuid, attachment.kind,
      attachment.title, attachment.file_name, attachment.mime, attachment.bytes, attachment.sha256,
      attachment.width, attachment.height, attachment.is_primary, attachment.order_key,
      attachment.created_at, attachment.deleted_at, attachment.rev
    FROM attachment JOIN item ON item.id = attachment.item_id

    """

  /// An attachment by its identity, removed or not.
  public static func fetch(_ db: Database, uuid: UUID) throws -> StoredAttachment? {
    let statement = try db.cachedStatement(sql: selection + "WHERE attachment.uuid = ?")
    return try Row.fetchOne(statement, arguments: [uuid]).map(Self.init)
  }

  /// The attachments of an item in order, without removed ones.
  static func all(_ db: Database, of item: Int64) throws -> [StoredAttachment] {
    let statement = try db.cachedStatement(
      sql: selection + """
        WHERE attachment.item_id = ? AND attachment.deleted_at IS NULL
        ORDER BY attachment.order_key, attachment.id
        """)
    return try Row.fetchAll(statement, arguments: [item]).map(Self.init)
  }

  /// The identities of all attachments of an item, with removed ones.
  static func identities(of item: Int64, _ db: Database) throws -> [UUID] {
    guard try db.hasTable("attachment") else { return [] }
    let find = try db.cachedStatement(sql: "SELECT uuid FROM main.attachment WHERE item_id = ?")
    return try UUID.fetchAll(find, arguments: [item])
  }

  /// The attachments of an item in order, without removed ones; none in a file of an older format
  /// without attachments.
  public static func all(_ db: Database, of item: UUID) throws -> [StoredAttachment] {
    guard try db.hasTable("attachment") else { return [] }
    // Most items have none, so don't compile the long statement for them.
    let find = try db.cachedStatement(
      sql: """
        SELECT id FROM item WHERE uuid = ? AND EXISTS (
          SELECT 1 FROM attachment WHERE item_id = item.id AND deleted_at IS NULL)
        """)
    guard let id = try Int64.fetchOne(find, arguments: [item]) else { return [] }
    return try all(db, of: id)
  }

  /// Passes all attachments that are not removed to a closure, in row order.
  static func forEach(_ db: Database, _ body: (StoredAttachment) throws -> Void) throws {
    guard try db.hasTable("attachment") else { return }
    let statement = try db.cachedStatement(
      sql: selection + "WHERE attachment.deleted_at IS NULL ORDER BY attachment.id")
    let rows = try Row.fetchCursor(statement)
    while let row = try rows.next() { try body(StoredAttachment(row)) }
  }

  private init(_ row: Row) throws {
    id = try row.value(0)
    itemID = try row.value(1)
    let sha256: String = try row.value(9)
    guard SHA256Text.isOne(sha256) else {
      throw InventoryError(.badData, "an attachment has an invalid digest")
    }
    let kind: String = try row.value(4)
    attachment = Attachment(
      uuid: try row.value(2), item: try row.value(3),
      kind: AttachmentKind(rawValue: kind) ?? .other, title: try row.value(5),
      content: AttachmentContent(
        fileName: try row.value(6), mediaType: try row.value(7), bytes: try row.value(8),
        sha256: sha256, width: try row.value(10), height: try row.value(11)))
    attachment.isPrimary = try row.value(12)
    attachment.order = try row.value(13)
    attachment.createdAt = try row.value(14)
    attachment.deletedAt = try row.value(15)
    attachment.rev = try row.value(16)
  }
}
