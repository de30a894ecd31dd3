import GRDB

extension Gap {
  /// The SQL condition on a row of `item` for the gap.
  ///
  /// `nil` if the file has no attachments, because it is of an older format and open for reading
  /// only.
  func condition(_ db: Database) throws -> String? {
    switch self {
    case .value: return "(\(ValueClause.line)) IS NULL"
    case .serial: return "item.serial_number = ''"
    case .photo: return try db.hasTable("attachment") ? "NOT \(AttachmentClause.hasPhoto)" : nil
    case .receipt:
      return try db.hasTable("attachment") ? "NOT \(AttachmentClause.hasReceipt)" : nil
    }
  }
}
