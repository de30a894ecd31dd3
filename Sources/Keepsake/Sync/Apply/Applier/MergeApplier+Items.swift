import Foundation
import GRDB
import Inventory

extension MergeApplier {
  func writeItem(_ id: RowID, _ row: SharedRow, _ changes: RowImage) throws {
    guard let uuid = SharedKey.uuid(id.key) else { return waitForItself(id, row, .item) }
    let stored = try StoredItem.fetch(db, uuid: uuid)
    if row.value(MergedRow.life) == MergedRow.gone {
      if let stored { try purge(stored, id) }
      return
    }
    // An item that this home deleted for good comes back whole if another home changed it meanwhile.
    let changes = stored == nil ? row.whole(of: .item) : changes
    var item = stored?.item ?? Item(uuid: uuid, name: "")
    item.apply(changes)
    guard !item.name.isEmpty else { return waitForItself(id, row, .item) }
    try applyReferences(to: &item, id, row, changes)
    try makeUnique(&item, stored, id, row)
    if let stored {
      _ = try items.update(stored, to: item)
      if item.isMasked, !stored.item.isMasked { try forgetFormerValues(of: id, uuid) }
    } else {
      _ = try items.insert(item)
      if item.isMasked { try tables.forgetHistory(of: id) }
      if !row.applied.isEmpty { try bringBackFiles(of: id) }
    }
    try removeNumber(of: uuid, row)
    if let time = changes[Item.createdColumn]?.integer {
      try db.cachedStatement(sql: "UPDATE item SET created_at = ? WHERE uuid = ?")
        .execute(arguments: [time, uuid])
      transaction.isDirty = true
    }
  }

  /// Deletes an item for good, as another home did; what is part of it stays.
  private func purge(_ stored: StoredItem, _ id: RowID) throws {
    let parts = try UUID.fetchAll(
      db.cachedStatement(sql: "SELECT uuid FROM item WHERE parent_item_id = ?"),
      arguments: [stored.id])
    for part in parts { try takeOut(SyncedTable.item.row(part), .item, isDeep: false) }
    try MergedPurge.delete(stored, in: transaction)
  }

  /// Shows the files again that went with an item.
  private func bringBackFiles(of item: RowID) throws {
    let kind = SyncedTable.attachment
    let keys = try String.fetchAll(
      db, sql: "SELECT key FROM household_row WHERE kind = ?", arguments: [kind.rawValue])
    for file in keys.map(kind.row) {
      guard var row = try tables.row(file), row.value("item").text == item.key else { continue }
      row.applied = [:]
      try tables.put(row, at: file)
      try tables.add(file, to: .unapplied)
    }
  }

  /// Removes a number that this home assigned and no other home would know: every Keepsake sends an item with
  /// its number.
  private func removeNumber(of uuid: UUID, _ row: SharedRow) throws {
    guard row.value("asset_no") == .null, let stored = try StoredItem.fetch(db, uuid: uuid),
      stored.item.assetNumber != nil
    else { return }
    var item = stored.item
    item.assetNumber = nil
    try db.cachedStatement(sql: "UPDATE item SET asset_no = NULL WHERE id = ?")
      .execute(arguments: [stored.id])
    try SearchIndex.update(from: stored.item, to: item, id: stored.id, db)
  }

  /// Removes from this home the content that an item had before another home made it private.
  ///
  /// The merge has already replaced the values, except those written concurrently.
  private func forgetFormerValues(of id: RowID, _ uuid: UUID) throws {
    try PrivacyEdits.forget(uuid, db)
    try SearchIndex.overwriteRemovedWords(db)
    try tables.forgetHistory(of: id)
    try Meta.put("yes", for: Meta.traces, db)
  }

  private func applyReferences(
    to item: inout Item, _ id: RowID, _ row: SharedRow, _ changes: RowImage
  ) throws {
    if let key = changes["category_id"] {
      item.category = try key.text.flatMap { try category($0) }
    }
    if let key = changes["location_id"] {
      item.place = try key.text.flatMap { try place($0) }
      if item.place == nil, let key = key.text {
        wait(id, "location_id", for: Hold(around: SyncedTable.place.row(key)))
      }
    }
    if let key = changes["parent_item_id"] {
      item.parent = try key.text.flatMap { try parent(of: id, row, $0) }
    }
  }

  private func place(_ key: String) throws -> UUID? {
    try SharedKey.uuid(key).flatMap { try StoredPlace.fetch(db, uuid: $0)?.place.uuid }
  }

  /// The item that another one belongs to; `nil` if it doesn't exist here or can't contain the other.
  private func parent(of id: RowID, _ row: SharedRow, _ key: String) throws -> UUID? {
    let around = SyncedTable.item.row(key)
    guard let uuid = SharedKey.uuid(key), let number = try Nesting(.items, db).id(of: uuid) else {
      wait(id, "parent_item_id", for: Hold(around: around))
      return nil
    }
    if try mayLie(id, row, in: number, .item) { return uuid }
    wait(
      id, "parent_item_id",
      for: Hold(around: around, isDeep: true, device: row.author(of: "parent_item_id")))
    return nil
  }

  // MARK: - Unique rows

  private func makeUnique(
    _ item: inout Item, _ stored: StoredItem?, _ id: RowID, _ row: SharedRow
  ) throws {
    if let number = item.assetNumber, number != stored?.item.assetNumber,
      let holder = try holder("asset_no", number, except: item.uuid),
      try !giveWay(holder, "asset_no", to: row)
    {
      item.assetNumber = stored?.item.assetNumber
      try repair("asset_no", of: id, row)
    }
    if let reference = item.importReference, reference != stored?.item.importReference,
      let holder = try holder("import_ref", reference, except: item.uuid),
      try !giveWay(holder, "import_ref", to: row)
    {
      // The former reference isn't kept: it depends on which operations this home received together.
      item.importReference = nil
    }
  }

  private func holder(
    _ column: String, _ value: some DatabaseValueConvertible, except uuid: UUID
  ) throws -> StoredItem? {
    let find = try db.cachedStatement(
      sql: "SELECT uuid FROM item WHERE \(column) = ? AND uuid <> ?")
    return try UUID.fetchOne(find, arguments: [value, uuid])
      .flatMap { try StoredItem.fetch(db, uuid: $0) }
  }

  /// Clears a value on the item that holds it, if it was written later or only replaces another
  /// value.
  private func giveWay(_ holder: StoredItem, _ column: String, to row: SharedRow) throws -> Bool {
    let other = SyncedTable.item.row(holder.item.uuid)
    let their = try tables.row(other)
    let isTheirs = try their.map {
      try $0.value(column) == images.image(other)[column, default: .null]
    }
    if let their, isTheirs == true, their.sequence(column) < row.sequence(column) { return false }
    var item = holder.item
    if column == "asset_no" {
      item.assetNumber = try ownNumber(from: items.nextNumber())
    } else {
      item.importReference = nil
    }
    _ = try items.update(holder, to: item)
    if let their, column == "asset_no" { try repair(column, of: other, their) }
    try finish(other, .item)
    return true
  }
}
