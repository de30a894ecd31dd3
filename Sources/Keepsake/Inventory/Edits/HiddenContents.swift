import GRDB

/// Keeps hidden items out of trashed places.
extension HiddenItems {
  /// Moves hidden items out of a place that goes to the trash, since the login that trashes it can't see them.
  ///
  /// Undo doesn't move them back, because its log entry would name them.
  ///
  /// - Parameter parent: The row number of the place around it.
  func leave(_ place: Int64, for parent: Int64?, in transaction: WriteTransaction) throws {
    guard areHidden else { return }
    let find = try db.cachedStatement(
      sql: """
        SELECT id, archived_at IS NOT NULL, \(RatedCounts.bucket) FROM main.item AS item
        WHERE location_id = ? AND deleted_at IS NULL AND \(try isHidden)
        """)
    let move = try db.cachedStatement(
      sql: "UPDATE main.item SET location_id = ?, updated_at = ?, rev = ? WHERE id = ?")
    for row in try Row.fetchAll(find, arguments: [place]) {
      try move.execute(
        arguments: [parent, transaction.at, transaction.rev, try row.value(0) as Int64])
      guard try !(row.value(1) as Bool) else { continue }
      let rating: String = try row.value(2)
      transaction.counts.move(
        from: CountChanges.Group(.live(place: place), rating: rating),
        to: CountChanges.Group(.live(place: parent), rating: rating))
    }
  }
}
