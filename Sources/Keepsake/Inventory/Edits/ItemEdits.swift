import Foundation
import GRDB
import Storage

/// Edits of items, each with its entries of the change log.
enum ItemEdits {
  static func create(
    _ item: Item, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var summary = ChangeSummary(
      action: .created, subject: .item, name: item.name, uuid: item.uuid, count: 1)
    if let stored = try StoredItem.fetch(transaction.db, uuid: item.uuid) {
      var wanted = try item.normalized()
      wanted.assetNumber = wanted.assetNumber ?? stored.item.assetNumber
      wanted.tags = try ItemWriter(transaction).storedSpelling(of: wanted.tags)
      guard ItemValues.differences(from: stored.item, to: wanted).after.isEmpty else {
        throw InventoryError(
          .conflict, "“\(stored.item.name)” was already saved with other content")
      }
      summary.count = 0
      return summary
    }
    let stored = try ItemWriter(transaction).insert(item)
    try ChangeLog.append(.create, .item, row: item.uuid, revBefore: 0, in: transaction)
    summary.name = stored.item.name
    return summary
  }

  static func update(
    _ item: Item, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try StoredItem.existing(item.uuid, transaction.db)
    guard stored.item.rev == item.rev else {
      throw InventoryError(
        .conflict, "“\(stored.item.name)” was changed elsewhere; look at it again")
    }
    if let sealed = stored.item.sealedText, transaction.sealing == nil {
      // Without the keys, archiving is the only allowed change.
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

  static func change(
    _ uuids: [UUID], _ operation: ChangeEntry.Operation, _ action: ChangeSummary.Action,
    in transaction: WriteTransaction, _ body: (inout Item) throws -> Void
  ) throws -> ChangeSummary {
    try replace(uuids, operation, action, in: transaction) { item in
      var wanted = item
      try body(&wanted)
      return wanted
    }
  }

  /// Replaces items by others of the same identity, which a closure makes of the stored ones.
  static func replace(
    _ uuids: [UUID], _ operation: ChangeEntry.Operation, _ action: ChangeSummary.Action,
    in transaction: WriteTransaction, by wanted: (Item) throws -> Item
  ) throws -> ChangeSummary {
    var summary = ChangeSummary(action: action, subject: .item, name: "", uuid: nil, count: 0)
    var rank = Int.max
    for (index, uuid) in try inRowOrder(uuids, transaction.db) {
      let stored = try StoredItem.existing(uuid, transaction.db)
      let isChanged = try log(
        stored, wanted: wanted(stored.item), operation, in: transaction)
      if isChanged {
        summary.count += 1
        // The change is named after the first of them in the caller's order.
        if index < rank { (summary.name, summary.uuid, rank) = (stored.item.name, uuid, index) }
      }
      try transaction.progress.advance(by: 1)
    }
    return summary
  }

  /// Items with their indexes, in the order of their rows, because the word index writes its pages whenever a row number is
  /// lower than the one before; items that don't exist come first.
  private static func inRowOrder(
    _ uuids: [UUID], _ db: Database
  ) throws -> [(index: Int, uuid: UUID)] {
    let find = try RawStatement(db, sql: "SELECT id FROM item WHERE uuid = ?")
    let rows = try uuids.enumerated().map { index, uuid in
      find.bind(uuid)
      return (id: try find.run() ?? 0, item: (index: index, uuid: uuid))
    }
    return rows.sorted { $0.id < $1.id }.map(\.item)
  }

  /// Updates an item and logs the change; returns `false` if nothing changed.
  static func log(
    _ stored: StoredItem, wanted: Item, _ operation: ChangeEntry.Operation,
    in transaction: WriteTransaction
  ) throws -> Bool {
    let (before, after) = try ItemWriter(transaction).update(stored, to: wanted)
    guard !after.isEmpty else { return false }
    try ChangeLog.append(
      operation, .item, row: stored.item.uuid, before: before, after: after,
      revBefore: stored.item.rev, in: transaction)
    return true
  }
}
