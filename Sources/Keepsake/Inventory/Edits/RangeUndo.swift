import GRDB

/// Undo and redo of an import.
///
/// Its rows are consecutive, so one log entry and one statement are enough for any number.
enum RangeUndo {
  static func trash(_ entry: ChangeEntry, in transaction: WriteTransaction) throws {
    guard let range = Range(entry) else { return }
    try transaction.counts.apply(transaction.db)
    try checkUntouched(entry, range, isUndo: true, transaction.db)
    try setTrash(transaction.at, entry, range, in: transaction)
  }

  static func restore(_ entry: ChangeEntry, in transaction: WriteTransaction) throws {
    guard let range = Range(entry) else { return }
    try checkUntouched(entry, range, isUndo: false, transaction.db)
    try setTrash(nil, entry, range, in: transaction)
  }

  struct Range {
    let first: Int64
    let last: Int64

    init?(_ entry: ChangeEntry) {
      guard let first = entry.after["first"]?.integer, let last = entry.after["last"]?.integer
      else { return nil }
      self.first = first
      self.last = last
    }
  }

  /// Checks that all later changes of the rows are undone, and that no other edit used places that
  /// an undo would trash.
  private static func checkUntouched(
    _ entry: ChangeEntry, _ range: Range, isUndo: Bool, _ db: Database
  ) throws {
    let table = entry.table.rawValue
    let changed = try String.fetchOne(
      db,
      sql: """
        SELECT r.name FROM change AS c JOIN main.\(table) AS r ON r.uuid = c.row_uuid
        WHERE c.id > ? AND c.table_name = ? AND c.undone = 0 AND r.id BETWEEN ? AND ?
          AND c.group_id <> (SELECT group_id FROM change WHERE id = ?) LIMIT 1
        """, arguments: [entry.id, table, range.first, range.last, entry.id])
    if let changed {
      throw InventoryError(
        .conflict, "“\(changed)” was changed since the import; nothing was undone or redone")
    }
    guard isUndo, entry.table == .location else { return }
    let stranger = try String.fetchOne(
      db,
      sql: """
        SELECT path FROM location WHERE id BETWEEN ? AND ? AND deleted_at IS NULL
          AND (item_count > 0 OR EXISTS(SELECT 1 FROM location AS child
            WHERE child.parent_id = location.id AND child.deleted_at IS NULL
              AND child.id NOT BETWEEN ? AND ?)) LIMIT 1
        """, arguments: [range.first, range.last, range.first, range.last])
    if let stranger {
      throw InventoryError(
        .conflict, "“\(stranger)” now has other contents; nothing was undone or redone")
    }
  }

  private static func setTrash(
    _ time: Timestamp?, _ entry: ChangeEntry, _ range: Range, in transaction: WriteTransaction
  ) throws {
    let db = transaction.db
    try countMoves(time, entry, range, in: transaction)
    try renumberWaitingRedo(entry, range, in: transaction)
    let update = try db.cachedStatement(
      sql: """
        UPDATE main.\(entry.table.rawValue) SET deleted_at = ?, updated_at = ?, rev = ?
        WHERE id BETWEEN ? AND ? AND (deleted_at IS NULL) = ?
        """)
    // The log may claim a range beyond the last row.
    let highest =
      try Int64.fetchOne(db, sql: "SELECT max(id) FROM main.\(entry.table.rawValue)") ?? 0
    let end = min(range.last, highest)
    for first in stride(from: max(1, range.first), through: end, by: ChangeProgress.slice) {
      let last = min(end, first + Int64(ChangeProgress.slice) - 1)
      try update.execute(arguments: [
        time, transaction.at, transaction.rev, first, last, time != nil,
      ])
      try transaction.progress.advance(by: Int(last - first) + 1)
    }
    try transaction.counts.apply(db)
    transaction.isDirty = true
  }

  private static func countMoves(
    _ time: Timestamp?, _ entry: ChangeEntry, _ range: Range, in transaction: WriteTransaction
  ) throws {
    let trashing = time != nil
    if entry.table == .location {
      let rows = try Row.fetchCursor(
        transaction.db,
        sql: """
          SELECT parent_id, count(*) FROM location
          WHERE id BETWEEN ? AND ? AND (deleted_at IS NULL) = ? GROUP BY parent_id
          """, arguments: [range.first, range.last, trashing])
      while let row = try rows.next() {
        let count: Int = try row.value(1)
        transaction.counts.addPlace(trashing ? -count : count, in: try row.value(0))
      }
      return
    }
    let rows = try Row.fetchCursor(
      transaction.db,
      sql: """
        SELECT location_id, archived_at IS NOT NULL, count(*), \(RatedCounts.bucket)
        FROM main.item AS item
        WHERE id BETWEEN ? AND ? AND (deleted_at IS NULL) = ? GROUP BY 1, 2, 4
        """, arguments: [range.first, range.last, trashing])
    while let row = try rows.next() {
      let shelf: CountChanges.Shelf = try row.value(1) ? .archived : .live(place: row.value(0))
      let rating: String = try row.value(3)
      let outside = CountChanges.Group(shelf, rating: rating)
      let trashed = CountChanges.Group(.trashed, rating: rating)
      transaction.counts.move(
        from: trashing ? outside : trashed, to: trashing ? trashed : outside,
        count: try row.value(2))
    }
  }

  /// Updates undone changes of the rows, so that they can still be redone.
  private static func renumberWaitingRedo(
    _ entry: ChangeEntry, _ range: Range, in transaction: WriteTransaction
  ) throws {
    let table = entry.table.rawValue
    try transaction.db.execute(
      sql: """
        UPDATE change SET rev_before = ?
        WHERE source = ? AND undone = 1 AND table_name = ? AND EXISTS(
          SELECT 1 FROM main.\(table) AS r WHERE r.uuid = change.row_uuid
            AND r.rev = change.rev_before AND r.id BETWEEN ? AND ?)
        """,
      arguments: [transaction.rev, transaction.source, table, range.first, range.last])
  }
}
