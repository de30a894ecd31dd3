import Foundation
import GRDB

extension ImportRun {
  /// Assigns missing numbers, resolves parents, and writes the log.
  func finish() throws {
    try numberTheRest()
    try placeOrphans()
    onStep(.saving)
    report.createdPlaces = places.created
    if let first = places.firstID {
      try logRange(.location, first, places.lastID)
    }
    if let first = firstCreated {
      // With the highest row number taken, SQLite assigns random ones; undo works on consecutive rows only.
      guard lastCreated - first + 1 == Int64(report.created) else {
        throw InventoryError(.badData, "the inventory has no row numbers left; export it anew")
      }
      try logRange(.item, first, lastCreated)
    }
  }

  /// Numbers items without an asset number, starting after the highest number of file and inventory.
  private func numberTheRest() throws {
    guard !unnumbered.isEmpty else { return }
    let db = transaction.db
    var number = try ItemWriter.nextNumber(in: transaction)
    let write = try db.cachedStatement(sql: "UPDATE item SET asset_no = ? WHERE id = ?")
    for (index, id) in unnumbered.enumerated() {
      if index % ImportStep.interval == 0 { onStep(.numbering(index, of: unnumbered.count)) }
      try write.execute(arguments: [number, id])
      number += 1
      guard let stored = try StoredItem.fetch(db, id: id) else { continue }
      try items.insertWords(of: stored.item, id: id)
    }
  }

  /// Resolves the parents that came after their children in the file.
  private func placeOrphans() throws {
    let db = transaction.db
    for orphan in orphans {
      guard let child = try StoredItem.fetch(db, uuid: orphan.child) else { continue }
      var wanted = child.item
      wanted.parent = try parent(orphan.parent, of: wanted)
      guard wanted.parent != nil else {
        let isItself = try known(orphan.parent)?.id == child.id
        warn(
          orphan.origin, child.item,
          isItself
            ? "an item can't be its own parent"
            : "no item has the reference “\(orphan.parent)”")
        continue
      }
      do {
        if let first = firstCreated, child.id >= first {
          _ = try ItemWriter.update(child, to: wanted, in: transaction)
        } else {
          _ = try ItemEdits.log(child, wanted: wanted, .update, in: transaction)
        }
      } catch let error as InventoryError where error.kind == .refused {
        warn(orphan.origin, child.item, error.message)
      }
    }
  }

  private func warn(_ origin: ImportOrigin, _ child: Item, _ reason: String) {
    let result = child.parent == nil ? "the item has no parent" : "the item keeps its parent"
    report.addWarning(
      origin.note(FieldCatalogue[.parent].headers.first, "\(reason); \(result)"))
  }

  private func logRange(_ table: ChangeEntry.Table, _ first: Int64, _ last: Int64) throws {
    try ChangeLog.append(
      .createRange, table, row: nil,
      after: [
        "first": .integer(first), "last": .integer(last), "count": .integer(last - first + 1),
      ], revBefore: 0, in: transaction)
  }
}
