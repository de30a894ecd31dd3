import Foundation
import GRDB
import Household

extension Projector {
  func writeItem(_ id: RowID, _ row: SharedRow, _ changes: RowImage) throws {
    guard let uuid = SharedKey.uuid(id.key) else { return }
    let stored = try StoredItem.fetch(db, uuid: uuid)
    var item = stored?.item ?? Item(uuid: uuid, name: "")
    item.apply(changes)
    try applyReferences(to: &item, id, changes)
    try makeUnique(&item, stored, id, row)
    if let stored {
      _ = try ItemWriter.update(stored, to: item, in: transaction)
      if item.isMasked, !stored.item.isMasked { try forgetFormerValues(of: id, uuid) }
    } else {
      _ = try ItemWriter.insert(item, in: transaction)
      if item.isMasked { try tables.forgetHistory(of: id) }
    }
    if let time = changes[Item.createdColumn]?.integer {
      try db.cachedStatement(sql: "UPDATE item SET created_at = ? WHERE uuid = ?")
        .execute(arguments: [time, uuid])
      transaction.isDirty = true
    }
  }

  /// Takes out of this home what an item said before another home made it private.
  ///
  /// What was merged is replaced by then, but for what somebody wrote at the same time.
  private func forgetFormerValues(of id: RowID, _ uuid: UUID) throws {
    try PrivacyEdits.forget(uuid, db)
    try SearchIndex.overwriteRemovedWords(db)
    try tables.forgetHistory(of: id)
    try Meta.put("yes", for: Meta.traces, db)
  }

  private func applyReferences(
    to item: inout Item, _ id: RowID, _ changes: RowImage
  ) throws {
    if let key = changes["category_id"] {
      item.category = try key.text.flatMap { try category($0) }
    }
    if let key = changes["location_id"] { item.place = try key.text.flatMap { try place($0) } }
    if let key = changes["parent_item_id"] {
      item.parent =
        try isCut(id, "parent_item_id") ? nil : try key.text.flatMap { try self.item($0) }
    }
  }

  private func place(_ key: String) throws -> UUID? {
    guard let uuid = SharedKey.uuid(key) else { return nil }
    if try StoredPlace.fetch(db, uuid: uuid) == nil { try write(SharedKind.place.row(key)) }
    return try StoredPlace.fetch(db, uuid: uuid)?.place.uuid
  }

  /// The identity of an item that is there, or that can be written now.
  func item(_ key: String) throws -> UUID? {
    guard let uuid = SharedKey.uuid(key) else { return nil }
    let find = try db.cachedStatement(sql: "SELECT uuid FROM item WHERE uuid = ?")
    if let known = try UUID.fetchOne(find, arguments: [uuid]) { return known }
    try write(SharedKind.item.row(key))
    return try UUID.fetchOne(find, arguments: [uuid])
  }

  // MARK: - What is there once

  private func makeUnique(
    _ item: inout Item, _ stored: StoredItem?, _ id: RowID, _ row: SharedRow
  ) throws {
    if let number = item.assetNumber, number != stored?.item.assetNumber,
      let holder = try holder("asset_no", number, except: item.uuid),
      try !giveWay(holder, "asset_no", to: row)
    {
      item.assetNumber = stored?.item.assetNumber
      try mend("asset_no", of: id, row)
    }
    if let reference = item.importReference, reference != stored?.item.importReference,
      let holder = try holder("import_ref", reference, except: item.uuid),
      try !giveWay(holder, "import_ref", to: row)
    {
      item.importReference = stored?.item.importReference
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

  /// Takes a value from the item that has it, if that was written later, or has it for want of another only.
  private func giveWay(_ holder: StoredItem, _ column: String, to row: SharedRow) throws -> Bool {
    let other = SharedKind.item.row(holder.item.uuid)
    let their = try tables.row(other)
    let isTheirs = try their.map {
      try $0.value(column) == images.image(other)[column, default: .null]
    }
    if let their, isTheirs == true, their.sequence(column) < row.sequence(column) { return false }
    var item = holder.item
    if column == "asset_no" {
      item.assetNumber = try ownNumber(from: ItemWriter.nextNumber(in: transaction))
    } else {
      item.importReference = nil
    }
    _ = try ItemWriter.update(holder, to: item, in: transaction)
    if let their, column == "asset_no" { try mend(column, of: other, their) }
    try finish(other, .item)
    return true
  }
}
