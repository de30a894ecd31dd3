/// What items have attached to them, as conditions on the table `item`.
package enum AttachmentClause {
  /// The item has a photo.
  package static let hasPhoto = has(.photo)
  /// The item has a receipt.
  package static let hasReceipt = has(.receipt)

  /// The item has something of that kind; the index `attachment_kind` answers it alone.
  package static func has(_ kind: AttachmentKind) -> String {
    """
    EXISTS(SELECT 1 FROM attachment WHERE attachment.item_id = item.id \
    AND attachment.kind = '\(kind.rawValue)' AND attachment.deleted_at IS NULL)
    """
  }
}
