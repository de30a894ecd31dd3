/// SQL conditions on the attachments of a row of `item`.
public enum AttachmentClause {
  /// The item has a photo.
  public static let hasPhoto = has(.photo)
  /// The item has a receipt.
  public static let hasReceipt = has(.receipt)

  /// The item has an attachment of a kind; the index `attachment_kind` is enough to tell.
  public static func has(_ kind: AttachmentKind) -> String {
    """
    EXISTS(SELECT 1 FROM attachment WHERE attachment.item_id = item.id \
    AND attachment.kind = '\(kind.rawValue)' AND attachment.deleted_at IS NULL)
    """
  }
}
