import Foundation
import GRDB

/// The edits of attachments, with their log entries.
enum AttachmentEdits {
  static func create(
    _ attachments: [Attachment], in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var summary = summary(.created)
    for attachment in attachments {
      let item = try StoredItem.existing(attachment.item, transaction.db)
      guard item.item.isMasked == attachment.isMasked else { throw InventoryError.isPrivate }
      if let stored = try StoredAttachment.fetch(transaction.db, uuid: attachment.uuid) {
        guard stored.attachment.sha256 == attachment.sha256 else {
          throw InventoryError(.conflict, "“\(stored.attachment.name)” is already attached")
        }
        continue
      }
      let others = try StoredAttachment.all(transaction.db, of: item.id)
      if others.contains(where: { $0.attachment.sha256 == attachment.sha256 }) { continue }
      try AttachmentWriter.insert(attachment, to: item.id, after: others, in: transaction)
      try ChangeLog.append(
        .create, .attachment, row: attachment.uuid, after: ["name": .text(attachment.name)],
        revBefore: 0, in: transaction)
      summary.note(attachment)
    }
    return summary
  }

  static func update(
    _ attachment: Attachment, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try existing(attachment.uuid, transaction.db)
    guard stored.attachment.rev == attachment.rev else {
      throw InventoryError(
        .conflict, "“\(stored.attachment.name)” was changed elsewhere; look at it again")
    }
    var wanted = stored.attachment
    wanted.kind = attachment.kind
    wanted.title = attachment.title.trimmedOfBlanks
    var summary = summary(.changed)
    if try log(stored, wanted: wanted, .update, in: transaction) { summary.note(wanted) }
    return summary
  }

  /// Renumbers the attachments of an item; writes only those whose position changes.
  ///
  /// - Parameter moved: The attachment that the user moved.
  static func order(
    _ uuids: [UUID], moved: UUID, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var summary = summary(.changed)
    guard let any = uuids.first else { return summary }
    let item = try existing(any, transaction.db).itemID
    let all = try StoredAttachment.all(transaction.db, of: item)
    let named = uuids.compactMap { uuid in all.first { $0.attachment.uuid == uuid } }
    let rest = all.filter { !uuids.contains($0.attachment.uuid) }
    let ranks = Array(zip(Int64(1)..., named + rest))
    // The log names a change by its first entry.
    let first = ranks.filter { $1.attachment.uuid == moved }
    for (rank, stored) in first + ranks.filter({ $1.attachment.uuid != moved }) {
      var wanted = stored.attachment
      wanted.order = rank * AttachmentWriter.orderStep
      guard try log(stored, wanted: wanted, .update, in: transaction) else { continue }
      summary.note(wanted)
    }
    // The user moved a single attachment.
    if summary.count > 0 { summary.count = 1 }
    return summary
  }

  static func remove(
    _ uuids: [UUID], in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var summary = summary(.trashed)
    for uuid in uuids {
      let stored = try existing(uuid, transaction.db)
      guard stored.attachment.deletedAt == nil else { continue }
      var wanted = stored.attachment
      wanted.deletedAt = transaction.at
      if try log(stored, wanted: wanted, .trash, in: transaction) { summary.note(wanted) }
    }
    return summary
  }

  /// Applies the values of a log entry to an attachment, unless the attachment has changed since that entry.
  static func apply(
    _ values: [String: ColumnValue], to uuid: UUID, rev: Int64, in transaction: WriteTransaction
  ) throws {
    let stored = try existing(uuid, transaction.db)
    try Undo.check(stored.attachment.rev, rev, stored.attachment.name)
    let wanted = AttachmentWriter.applying(values, to: stored.attachment)
    _ = try AttachmentWriter.update(stored, to: wanted, in: transaction)
  }

  /// Writes former values of an attachment as a new change; returns whether anything changed.
  static func revert(
    _ stored: StoredAttachment, to wanted: Attachment, in transaction: WriteTransaction
  ) throws -> Bool {
    let operation: ChangeEntry.Operation =
      switch (stored.attachment.deletedAt, wanted.deletedAt) {
      case (nil, .some): .trash
      case (.some, nil): .restore
      default: .update
      }
    return try log(stored, wanted: wanted, operation, in: transaction)
  }

  private static func log(
    _ stored: StoredAttachment, wanted: Attachment, _ operation: ChangeEntry.Operation,
    in transaction: WriteTransaction
  ) throws -> Bool {
    let (before, after) = try AttachmentWriter.update(stored, to: wanted, in: transaction)
    guard !after.isEmpty else { return false }
    try ChangeLog.append(
      operation, .attachment, row: stored.attachment.uuid, before: before, after: after,
      revBefore: stored.attachment.rev, in: transaction)
    return true
  }

  private static func existing(_ uuid: UUID, _ db: Database) throws -> StoredAttachment {
    guard let stored = try StoredAttachment.fetch(db, uuid: uuid) else {
      throw InventoryError(.refused, "this attachment no longer exists")
    }
    return stored
  }

  private static func summary(_ action: ChangeSummary.Action) -> ChangeSummary {
    ChangeSummary(action: action, subject: .attachment, name: "", uuid: nil, count: 0)
  }
}

extension ChangeSummary {
  /// Adds an attachment to the summary, which is named after the first one.
  fileprivate mutating func note(_ attachment: Attachment) {
    if count == 0 {
      name = attachment.name
      uuid = attachment.uuid
    }
    count += 1
  }
}
