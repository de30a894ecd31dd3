import Foundation
import GRDB

/// Deletes items and places in the trash for good.
///
/// The rows go, with everything that belongs to them. The change log keeps who changed them and when, and one entry with
/// the name, but none of their values.
///
/// In a household the other homes delete the items, too; see `MergeApplier`. Places stay in the trash there: other homes may
/// have put something into them.
final class Purge {
  private let transaction: WriteTransaction
  private let session: String
  private var db: Database { transaction.db }
  /// The numbers of the deleted rows.
  private var deleted: [ChangeEntry.Table: [Int64]] = [:]

  private let isShared: Bool

  /// - Parameter session: The session to log as the author.
  init(_ transaction: WriteTransaction, by session: String) throws {
    isShared = try Meta.text(Meta.household, transaction.db) != nil
    self.transaction = transaction
    self.session = session
  }

  /// Deletes items in the trash.
  ///
  /// - Throws: `refused` for an item that doesn't exist or is not in the trash.
  func items(_ uuids: [UUID]) throws -> ChangeSummary {
    var summary = ChangeSummary(action: .purged, subject: .item, name: "", uuid: nil, count: 0)
    for uuid in uuids {
      let stored = try StoredItem.existing(uuid, db)
      guard stored.item.deletedAt != nil else {
        throw InventoryError(
          .refused, "“\(transaction.name(of: stored.item))” is not in the trash; trash it first")
      }
      try release(itemsIn: stored)
      try log(.item, uuid, name: stored.item.name, rev: stored.item.rev)
      try delete(stored)
      summary.add(transaction.name(of: stored.item), uuid)
    }
    try finish()
    return summary
  }

  /// Deletes an item that another home deleted for good, without an entry in the log.
  func merge(_ stored: StoredItem) throws {
    try forget(stored.item.uuid)
    try delete(stored)
    try shrinkRanges()
  }

  /// Deletes everything in the trash: the items that the login may see, and outside of households the places that nothing
  /// refers to.
  func everything() throws -> ChangeSummary {
    let trashed = try UUID.fetchAll(
      db, sql: "SELECT uuid FROM item WHERE \(ItemShelf.trash.condition) ORDER BY item.id")
    var summary = try items(trashed)
    if isShared { return summary }
    // Innermost first, so that each one is empty when its turn comes.
    let places = try Int64.fetchAll(
      db, sql: "SELECT id FROM location WHERE deleted_at IS NOT NULL ORDER BY length(path) DESC, id"
    )
    for id in places {
      guard let stored = try StoredPlace.fetch(db, id: id), try delete(stored) else { continue }
      if summary.count == 0 { summary.subject = .place }
      summary.add(transaction.name(of: stored.place), stored.place.uuid)
    }
    try finish()
    return summary
  }

  // MARK: - Rows

  private func delete(_ stored: StoredItem) throws {
    for file in try StoredAttachment.identities(of: stored.id, db) { try forget(file) }
    try SearchIndex.remove(SearchIndex.texts(stored.item), id: stored.id, db)
    transaction.counts.move(from: .init(stored.item, place: stored.placeID), to: nil)
    deleted[.item, default: []].append(stored.id)
    // The foreign keys take tags, custom fields and attachments along.
    try db.cachedStatement(sql: "DELETE FROM main.item WHERE id = ?").execute(arguments: [stored.id]
    )
    transaction.isDirty = true
  }

  /// Takes items out of an item that is deleted; they stay where they are otherwise.
  private func release(itemsIn stored: StoredItem) throws {
    try db.cachedStatement(
      sql:
        "UPDATE main.item SET parent_item_id = NULL, updated_at = ?, rev = ? WHERE parent_item_id = ?"
    ).execute(arguments: [transaction.at, transaction.rev, stored.id])
  }

  /// Deletes a place unless an item or a place still refers to it; returns whether it did.
  private func delete(_ stored: StoredPlace) throws -> Bool {
    let isUsed = try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS(SELECT 1 FROM main.item WHERE location_id = ?1)
            OR EXISTS(SELECT 1 FROM location WHERE parent_id = ?1)
          """), arguments: [stored.id])
    guard isUsed == false else { return false }
    try log(.location, stored.place.uuid, name: stored.place.name, rev: stored.place.rev)
    try SearchIndex.removePlace(id: stored.id, db)
    deleted[.location, default: []].append(stored.id)
    try db.cachedStatement(sql: "DELETE FROM location WHERE id = ?").execute(arguments: [stored.id])
    transaction.isDirty = true
    return true
  }

  // MARK: - The log

  private func log(
    _ table: ChangeEntry.Table, _ row: UUID, name: String, rev: Int64
  ) throws {
    try forget(row)
    try ChangeLog.append(
      .purge, table, row: row, after: ["name": .text(name)], revBefore: rev, in: transaction)
  }

  /// Removes the values of a row from the log and from the history of households.
  private func forget(_ row: UUID) throws {
    try FormerHistory.forget(row, db)
    try ImportMemory.forget(row, db)
    if isShared { try HistoryRows.forgetValues(ofItem: row, in: "household_history", db) }
    try db.cachedStatement(sql: "UPDATE change SET before = NULL, after = NULL WHERE row_uuid = ?")
      .execute(arguments: [row])
  }

  /// Keeps undo and redo away from the entries of this change.
  private func finish() throws {
    try shrinkRanges()
    try db.cachedStatement(sql: "UPDATE change SET undone = ?, source = ? WHERE group_id = ?")
      .execute(arguments: [ChangeLog.Mark.superseded.rawValue, session, transaction.group])
  }

  private func shrinkRanges() throws {
    for (table, ids) in deleted { try shrinkRanges(of: table, by: ids) }
    deleted = [:]
    try Meta.put("yes", for: Meta.traces, db)
  }

  /// Takes deleted rows out of the ranges of imported rows.
  ///
  /// SQLite gives the number of a deleted last row to the next new one, which then must not look imported.
  private func shrinkRanges(of table: ChangeEntry.Table, by ids: [Int64]) throws {
    let highest =
      try Int64.fetchOne(db, sql: "SELECT ifnull(max(id), 0) FROM main.\(table.rawValue)") ?? 0
    for entry in try ChangeLog.ranges(of: table, db) {
      guard let range = RangeUndo.Range(entry) else { continue }
      var after = entry.after
      let gone = ids.count { range.first <= $0 && $0 <= range.last }
      if let count = after["count"]?.integer {
        after["count"] = .integer(max(0, count - Int64(gone)))
      }
      after["last"] = .integer(min(range.last, highest))
      if after != entry.after { try ChangeLog.rewrite(entry.id, after: after, db) }
    }
  }
}

/// Deletes what another home of the household deleted for good.
public enum MergedPurge {
  /// Deletes an item with everything that belongs to it; nothing may be part of it any more.
  public static func delete(_ stored: StoredItem, in transaction: WriteTransaction) throws {
    try Purge(transaction, by: "household").merge(stored)
  }
}
