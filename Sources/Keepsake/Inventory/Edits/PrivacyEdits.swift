import Foundation
import GRDB

/// Makes items private or open.
///
/// Undo doesn't reverse this, since it would bring back the former content.
public enum PrivacyEdits {
  /// Makes an item private or open, with its files.
  static func set(
    _ item: Item, files: [Attachment], in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try StoredItem.existing(item.uuid, transaction.db)
    guard stored.item.rev == item.rev else {
      throw InventoryError(
        .conflict, "“\(stored.item.name)” was changed elsewhere; look at it again")
    }
    guard stored.item.isMasked != item.isMasked else {
      return ChangeSummary(
        action: .changed, subject: .item, name: item.name, uuid: item.uuid, count: 0)
    }
    if item.isMasked { return try seal(stored, as: item, files: files, in: transaction) }
    guard transaction.sealing != nil else { throw InventoryError.isPrivate }
    try replace(stored, by: item, files: files, in: transaction)
    return summary(of: item)
  }

  /// Replaces an item by its masked form, and erases the former values from the file.
  ///
  /// Rebuilds the word index, which otherwise keeps removed words until it merges its segments.
  private static func seal(
    _ stored: StoredItem, as masked: Item, files: [Attachment], in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    try transaction.db.overwriteDeletedContent()
    let former = try UUID.fetchAll(
      transaction.db.cachedStatement(sql: "SELECT uuid FROM attachment WHERE item_id = ?"),
      arguments: [stored.id])
    try replace(stored, by: masked, files: files, in: transaction)
    try SyncQueue.noteFormer(item: masked.uuid, files: former, transaction.db)
    try SearchIndex.overwriteRemovedWords(transaction.db)
    try Meta.put("yes", for: Meta.traces, transaction.db)
    return summary(of: masked)
  }

  private static func summary(of item: Item) -> ChangeSummary {
    ChangeSummary(action: .changed, subject: .item, name: item.name, uuid: item.uuid, count: 1)
  }

  /// Replaces an item and its files; the log drops their values and keeps only that the item was changed.
  private static func replace(
    _ stored: StoredItem, by item: Item, files: [Attachment], in transaction: WriteTransaction
  ) throws {
    try replaceFiles(of: stored, with: files, in: transaction)
    _ = try ItemWriter(transaction).update(stored, to: item)
    try forget(stored.item.uuid, transaction.db)
    try ChangeLog.append(
      .update, .item, row: stored.item.uuid, revBefore: stored.item.rev, in: transaction)
  }

  /// Replaces the rows of all attachments; removed ones go for good.
  private static func replaceFiles(
    of stored: StoredItem, with files: [Attachment], in transaction: WriteTransaction
  ) throws {
    let db = transaction.db
    let removed = try UUID.fetchAll(
      db.cachedStatement(
        sql: "SELECT uuid FROM attachment WHERE item_id = ? AND deleted_at IS NOT NULL"),
      arguments: [stored.id])
    for uuid in removed {
      try forget(uuid, db)
      try db.cachedStatement(sql: "DELETE FROM main.attachment WHERE uuid = ?")
        .execute(arguments: [uuid])
    }
    let present = try StoredAttachment.all(db, of: stored.id)
    guard Set(present.map(\.attachment.uuid)) == Set(files.map(\.uuid)) else {
      throw InventoryError(
        .conflict, "files of “\(stored.item.name)” were changed elsewhere; try again")
    }
    for file in files {
      try AttachmentWriter.replace(file, in: transaction)
      try forget(file.uuid, db)
    }
  }

  /// Takes a row out of the log, and its values out of the history of former households.
  public static func forget(_ row: UUID, _ db: Database) throws {
    try FormerHistory.forget(row, db)
    try ImportMemory.forget(row, db)
    try db.cachedStatement(sql: "DELETE FROM change WHERE row_uuid = ?").execute(arguments: [row])
  }
}

/// Seals names, notes and photos of places and opens them: no undo leads from one to the other, as with items.
public enum PlacePrivacyEdits {
  static func set(
    _ uuid: UUID, isPrivate: Bool, photo: PlacePhoto?, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try PlaceTree.existing(uuid, transaction.db)
    var summary = PlaceEdits.summary(.changed, stored.place)
    guard stored.place.isMasked != isPrivate else {
      summary.count = 0
      return summary
    }
    guard let sealing = transaction.sealing else { throw InventoryError.isPrivate }
    guard (stored.place.photo == nil) == (photo == nil), photo?.isSealed ?? isPrivate == isPrivate
    else {
      throw InventoryError(
        .conflict, "the photo of “\(summary.name)” was changed elsewhere; try again")
    }
    if isPrivate { try transaction.db.overwriteDeletedContent() }
    var wanted =
      try isPrivate ? stored.place.masked(with: sealing) : stored.place.opened(with: sealing)
    wanted.isPrivate = false
    wanted.photo = photo
    _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    try forgetFormerNames(of: uuid, transaction.db)
    try ChangeLog.renumber(uuid, from: stored.place.rev, to: transaction.rev, transaction.db)
    try ChangeLog.append(
      .update, .location, row: uuid, revBefore: stored.place.rev, in: transaction)
    if isPrivate { try SyncQueue.noteFormer(place: uuid, transaction.db) }
    if isPrivate, photo != nil { try Meta.put("yes", for: Meta.traces, transaction.db) }
    return summary
  }

  /// Removes former names, notes and photos of a place from the rest of the file; other changes of the place can still be undone.
  public static func forgetFormerNames(of uuid: UUID, _ db: Database) throws {
    try ChangeLog.forgetNames(ofPlace: uuid, db)
    try FormerHistory.forget(place: uuid, db)
    try SearchIndex.overwriteRemovedPlaceNames(db)
  }
}
