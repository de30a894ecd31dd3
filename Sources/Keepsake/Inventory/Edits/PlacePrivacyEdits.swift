import Foundation
import GRDB

/// Seals the names of places and opens them: no undo leads from one to the other, as with items.
enum PlacePrivacyEdits {
  static func set(
    _ uuid: UUID, isPrivate: Bool, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try PlaceTree.existing(uuid, transaction.db)
    var summary = PlaceEdits.summary(.changed, stored.place)
    guard stored.place.isMasked != isPrivate else {
      summary.count = 0
      return summary
    }
    guard let sealing = transaction.sealing else { throw InventoryError.isPrivate }
    // Freed pages and cells are overwritten from here on.
    if isPrivate { try transaction.db.execute(sql: "PRAGMA secure_delete = 1") }
    var wanted =
      try isPrivate ? stored.place.masked(with: sealing) : stored.place.opened(with: sealing)
    wanted.isPrivate = false
    _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    try forgetFormerNames(of: uuid, transaction.db)
    try ChangeLog.renumber(uuid, from: stored.place.rev, to: transaction.rev, transaction.db)
    try ChangeLog.append(
      .update, .location, row: uuid, revBefore: stored.place.rev, in: transaction)
    if isPrivate { try HouseholdQueue.noteFormer(place: uuid, transaction.db) }
    return summary
  }

  /// Takes former names of a place out of what the file holds besides its row; what was done with it otherwise can still be
  /// undone.
  static func forgetFormerNames(of uuid: UUID, _ db: Database) throws {
    try ChangeLog.forgetNames(ofPlace: uuid, db)
    try FormerHistory.forget(place: uuid, db)
    try SearchIndex.overwriteRemovedPlaceNames(db)
  }
}
