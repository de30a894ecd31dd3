import Foundation
import GRDB

/// Runs the user's edits, each with the code for its kind.
enum EditRunner {
  static func run(_ edit: Edit, in transaction: WriteTransaction) throws -> ChangeSummary {
    switch edit {
    case .createItem(let item):
      return try ItemEdits.create(item, in: transaction)
    case .updateItem(let item):
      return try ItemEdits.update(item, in: transaction)
    case .setPrivacy(let item, let files):
      return try PrivacyEdits.set(item, files: files, in: transaction)
    case .trashItems(let uuids):
      let now = transaction.at
      return try ItemEdits.change(uuids, .trash, .trashed, in: transaction) {
        if $0.deletedAt == nil { $0.deletedAt = now }
      }
    case .restoreItems(let uuids):
      return try ItemEdits.change(uuids, .restore, .restored, in: transaction) { item in
        item.deletedAt = nil
        item.place = try StoredPlace.nearestOutsideTrash(item.place, transaction.db)
      }
    case .archiveItems(let uuids):
      let now = transaction.at
      return try ItemEdits.change(uuids, .update, .archived, in: transaction) {
        if $0.archivedAt == nil { $0.archivedAt = now }
      }
    case .unarchiveItems(let uuids):
      return try ItemEdits.change(uuids, .update, .unarchived, in: transaction) {
        $0.archivedAt = nil
      }
    case .orderItem(let uuid, let neighbour):
      return try ItemOrder.move(uuid, neighbour, in: transaction)
    case .moveItems(let uuids, let place):
      return try BulkEdits.change(uuids, in: transaction) { $0.place = place }
    case .moveItemsToNewPlace(let uuids, let path, let place, let isPrivate):
      return try BulkEdits.move(
        uuids, toNew: path, uuid: place, isPrivate: isPrivate, in: transaction)
    case .tagItems(let uuids, let added, let removed):
      return try BulkEdits.tag(uuids, adding: added, removing: removed, in: transaction)
    case .copyItems(let copies):
      return try BulkEdits.copy(copies, in: transaction)
    case .sellItems(let uuids, let day):
      return try BulkEdits.sell(uuids, on: day, in: transaction)
    case .lendItems(let uuids, let borrower, let day, let dueBack):
      return try BulkEdits.lend(
        uuids, to: borrower, on: day, until: dueBack, in: transaction)
    case .endLoans(let uuids):
      return try BulkEdits.endLoans(uuids, in: transaction)
    case .completeMaintenance(let uuids, let entry):
      let currency = transaction.currency
      return try BulkEdits.change(uuids, in: transaction) {
        $0.completeMaintenance(entry, currency: currency)
      }
    case .changeFields(let uuids, let changes):
      let now = transaction.at
      return try BulkEdits.change(uuids, in: transaction) { changes.apply(to: &$0, at: now) }
    case .changeQuantity(let uuids, let step):
      return try BulkEdits.change(uuids, in: transaction) {
        $0.quantity = max(0, $0.quantity + step)
      }
    case .createPlace(let place):
      return try PlaceEdits.create(place, in: transaction)
    case .createPlaces(let path, let uuid, let isPrivate):
      return try PlaceEdits.create(path: path, uuid: uuid, isPrivate: isPrivate, in: transaction)
    case .renamePlace(let uuid, let name):
      return try PlaceEdits.rename(uuid, to: name, in: transaction)
    case .setPlacePrivacy(let uuid, let isPrivate, let photo):
      return try PlacePrivacyEdits.set(
        uuid, isPrivate: isPrivate, photo: photo, in: transaction)
    case .trashPlace(let uuid, let contents):
      return try PlaceEdits.trash(uuid, contents: contents, in: transaction)
    case .restorePlace(let uuid):
      return try PlaceEdits.restore(uuid, in: transaction)
    case .place(let edit):
      return try PlaceEdits.run(edit, in: transaction)
    case .tag(let edit):
      return try TagEdits.run(edit, in: transaction)
    case .category(let edit):
      return try CategoryEdits.run(edit, in: transaction)
    case .view(let edit):
      return try ViewEdits.run(edit, in: transaction)
    case .attach(let attachments):
      return try AttachmentEdits.create(attachments, in: transaction)
    case .updateAttachment(let attachment):
      return try AttachmentEdits.update(attachment, in: transaction)
    case .orderAttachments(let uuids, let moved):
      return try AttachmentEdits.order(uuids, moved: moved, in: transaction)
    case .removeAttachments(let uuids):
      return try AttachmentEdits.remove(uuids, in: transaction)
    case .discardDraft(let uuid, let name):
      // The limits are logged because undo skips this entry under other limits: a discarded draft can't be judged again.
      let said = ["name": ColumnValue.text(name), "limits": .text(transaction.limits.text)]
      try ChangeLog.append(
        .discard, .draft, row: uuid, after: said, revBefore: 0, in: transaction)
      return ChangeSummary(
        action: .discarded, subject: .draft, name: name, uuid: uuid, count: 1)
    }
  }
}
