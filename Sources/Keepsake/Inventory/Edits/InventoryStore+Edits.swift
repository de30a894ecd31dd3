import Foundation
import GRDB

extension InventoryStore {
  /// Makes a change in one transaction and logs it for a session.
  ///
  /// The session can then no longer redo what it has undone.
  ///
  /// - Throws: `conflict` if somebody else changed a row, `refused` if a rule forbids the change,
  ///   `badData` for invalid values. Nothing is changed then.
  @discardableResult
  public func perform(_ edit: Edit, session: String) throws(InventoryError) -> ChangeSummary {
    let summary = try write(source: session) { transaction in
      transaction.sealing = privacy?.sealing
      let summary = try named(Self.carryOut(sealed(edit, transaction.db), in: transaction), edit)
      if transaction.isDirty { try ChangeLog.forgetRedo(transaction) }
      return summary
    }
    return try opened(summary)
  }

  /// Makes a change and takes it back: it fails where ``perform(_:session:)`` would, and leaves nothing behind.
  public func rehearse(_ edit: Edit, session: String) throws(InventoryError) {
    try write(source: session) { transaction in
      transaction.sealing = privacy?.sealing
      _ = try Self.carryOut(sealed(edit, transaction.db), in: transaction)
      transaction.isRehearsal = true
    }
  }

  private static func carryOut(
    _ edit: Edit, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    switch edit {
    case .createItem(let item):
      return try create(item, in: transaction)
    case .updateItem(let item):
      return try update(item, in: transaction)
    case .setPrivacy(let item, let files):
      return try PrivacyEdits.set(item, files: files, in: transaction)
    case .trashItems(let uuids):
      let now = transaction.at
      return try change(uuids, .trash, .trashed, in: transaction) {
        if $0.deletedAt == nil { $0.deletedAt = now }
      }
    case .restoreItems(let uuids):
      return try change(uuids, .restore, .restored, in: transaction) { item in
        item.deletedAt = nil
        item.place = try StoredPlace.nearestOutsideTrash(item.place, transaction.db)
      }
    case .archiveItems(let uuids):
      let now = transaction.at
      return try change(uuids, .update, .archived, in: transaction) {
        if $0.archivedAt == nil { $0.archivedAt = now }
      }
    case .unarchiveItems(let uuids):
      return try change(uuids, .update, .unarchived, in: transaction) { $0.archivedAt = nil }
    case .orderItem(let uuid, let neighbour):
      return try ItemOrder.move(uuid, neighbour, in: transaction)
    case .moveItems(let uuids, let place):
      return try change(uuids, .update, .changed, in: transaction) { $0.place = place }
    case .createPlace(let place):
      return try PlaceEdits.create(place, in: transaction)
    case .createPlaces(let path, let uuid, let isPrivate):
      return try PlaceEdits.create(path: path, uuid: uuid, isPrivate: isPrivate, in: transaction)
    case .renamePlace(let uuid, let name):
      return try PlaceEdits.rename(uuid, to: name, in: transaction)
    case .setPlacePrivacy(let uuid, let isPrivate):
      return try PlacePrivacyEdits.set(uuid, isPrivate: isPrivate, in: transaction)
    case .trashPlace(let uuid, let contents):
      return try PlaceEdits.trash(uuid, contents: contents, in: transaction)
    case .restorePlace(let uuid):
      return try PlaceEdits.restore(uuid, in: transaction)
    case .attach(let attachments):
      return try AttachmentEdits.create(attachments, in: transaction)
    case .updateAttachment(let attachment):
      return try AttachmentEdits.update(attachment, in: transaction)
    case .orderAttachments(let uuids, let moved):
      return try AttachmentEdits.order(uuids, moved: moved, in: transaction)
    case .removeAttachments(let uuids):
      return try AttachmentEdits.remove(uuids, in: transaction)
    case .discardDraft(let uuid, let name):
      try ChangeLog.append(
        .discard, .draft, row: uuid, after: ["name": .text(name)], revBefore: 0, in: transaction)
      return ChangeSummary(
        action: .discarded, subject: .draft, name: name, uuid: uuid, count: 1)
    }
  }

  private static func create(
    _ item: Item, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var summary = ChangeSummary(
      action: .created, subject: .item, name: item.name, uuid: item.uuid, count: 1)
    if let stored = try StoredItem.fetch(transaction.db, uuid: item.uuid) {
      var wanted = try item.normalized()
      wanted.assetNumber = wanted.assetNumber ?? stored.item.assetNumber
      wanted.tags = try ItemWriter.storedSpelling(of: wanted.tags, transaction.db)
      guard ItemValues.differences(from: stored.item, to: wanted).after.isEmpty else {
        throw InventoryError(
          .conflict, "“\(stored.item.name)” was saved already, with other content")
      }
      summary.count = 0
      return summary
    }
    let stored = try ItemWriter.insert(item, in: transaction)
    try ChangeLog.append(.create, .item, row: item.uuid, revBefore: 0, in: transaction)
    summary.name = stored.item.name
    return summary
  }

  private static func update(
    _ item: Item, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try existing(item.uuid, transaction.db)
    guard stored.item.rev == item.rev else {
      throw InventoryError(
        .conflict, "“\(stored.item.name)” was changed elsewhere meanwhile; look at it again")
    }
    if let sealed = stored.item.sealedText, transaction.sealing == nil {
      // Whoever cannot open it may archive it, and no more.
      guard item.saysTheSame(as: item.masked(sealed: sealed)) else {
        throw InventoryError.isPrivate
      }
    }
    if item.isMasked != stored.item.isMasked {
      return try PrivacyEdits.set(item, files: [], in: transaction)
    }
    let count = try log(stored, wanted: item, .update, in: transaction) ? 1 : 0
    return ChangeSummary(
      action: .changed, subject: .item, name: item.name.trimmedOfBlanks, uuid: item.uuid,
      count: count)
  }

  private static func change(
    _ uuids: [UUID], _ operation: ChangeEntry.Operation, _ action: ChangeSummary.Action,
    in transaction: WriteTransaction, _ body: (inout Item) throws -> Void
  ) throws -> ChangeSummary {
    var summary = ChangeSummary(action: action, subject: .item, name: "", uuid: nil, count: 0)
    for uuid in uuids {
      let stored = try existing(uuid, transaction.db)
      var wanted = stored.item
      try body(&wanted)
      guard try log(stored, wanted: wanted, operation, in: transaction) else { continue }
      if summary.count == 0 {
        summary.name = stored.item.name
        summary.uuid = uuid
      }
      summary.count += 1
    }
    return summary
  }

  /// Updates an item and logs the change; `false` if there is none.
  static func log(
    _ stored: StoredItem, wanted: Item, _ operation: ChangeEntry.Operation,
    in transaction: WriteTransaction
  ) throws -> Bool {
    let (before, after) = try ItemWriter.update(stored, to: wanted, in: transaction)
    guard !after.isEmpty else { return false }
    try ChangeLog.append(
      operation, .item, row: stored.item.uuid, before: before, after: after,
      revBefore: stored.item.rev, in: transaction)
    return true
  }

  static func existing(_ uuid: UUID, _ db: Database) throws -> StoredItem {
    guard let stored = try StoredItem.fetch(db, uuid: uuid) else {
      throw InventoryError(.refused, "that item does not exist any more")
    }
    return stored
  }
}
