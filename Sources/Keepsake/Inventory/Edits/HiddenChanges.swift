import GRDB

/// Finds log entries about hidden items.
extension HiddenItems {
  /// Whether a group of the log is about a hidden item, or about a draft that was discarded under other limits.
  func arePart(ofGroup group: Int64, limits: String) throws -> Bool {
    guard areHidden else { return false }
    let entries = try ChangeLog.entries(db, group: group)
    if entries.contains(where: { $0.operation == .discard && $0.after["limits"]?.text != limits }) {
      return true
    }
    return try isNamed(inGroup: group)
      || entries.contains { try $0.operation == .createRange && areCreated(by: $0) }
  }

  private func isNamed(inGroup group: Int64) throws -> Bool {
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM change JOIN main.item AS item ON item.uuid = change.row_uuid
            WHERE group_id = ?1 AND table_name = 'item' AND \(try isHidden))
          OR EXISTS(SELECT 1 FROM change JOIN main.attachment AS file ON file.uuid = change.row_uuid
            JOIN main.item AS item ON item.id = file.item_id
            WHERE group_id = ?1 AND table_name = 'attachment' AND \(try isHidden))
        """)
    return try Bool.fetchOne(find, arguments: [group]) == true
  }

  private func areCreated(by entry: ChangeEntry) throws -> Bool {
    guard entry.table == .item, let range = RangeUndo.Range(entry) else { return false }
    let find = try db.cachedStatement(
      sql: "SELECT EXISTS(SELECT 1 FROM (\(try rows)) WHERE id BETWEEN ? AND ?)")
    return try Bool.fetchOne(find, arguments: [range.first, range.last]) == true
  }
}
