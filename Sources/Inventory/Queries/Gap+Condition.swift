import GRDB

extension Gap {
  /// Whether an item has the gap, as SQL about a row of `item`; nil where that cannot be asked: a file
  /// of an older format may be open for reading only, and holds no attachments.
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
