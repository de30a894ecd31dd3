import Foundation
import GRDB

/// An item to be copied, and the identity of the copy.
///
/// The caller chooses the identity, so that a repeated edit makes no second copy.
public struct ItemCopy: Hashable, Sendable {
  /// The item.
  public var original: UUID
  /// The new item.
  public var copy: UUID

  /// Makes a copy to be stored.
  public init(of original: UUID, as copy: UUID = UUID()) {
    (self.original, self.copy) = (original, copy)
  }
}

/// Edits of several items in one step.
///
/// A private item is opened for the edit and sealed again, so only its author's keys can change it.
enum BulkEdits {
  static func change(
    _ uuids: [UUID], in transaction: WriteTransaction, _ body: (inout Item) throws -> Void
  ) throws -> ChangeSummary {
    try ItemEdits.replace(uuids, .update, .changed, in: transaction) { item in
      let open = try opened(item, in: transaction)
      var wanted = open
      try body(&wanted)
      guard item.isMasked else { return wanted }
      // Sealing makes other bytes of the same content.
      return wanted.saysTheSame(as: open) ? item : try sealed(wanted, in: transaction)
    }
  }

  private static func opened(_ item: Item, in transaction: WriteTransaction) throws -> Item {
    guard item.isMasked else { return item }
    guard let sealing = transaction.sealing else { throw InventoryError.isPrivate }
    return try item.opened(with: sealing, currency: transaction.currency)
  }

  private static func sealed(_ item: Item, in transaction: WriteTransaction) throws -> Item {
    guard let sealing = transaction.sealing else { throw InventoryError.isPrivate }
    return try item.masked(with: sealing)
  }

  /// Makes a place before moving items to it; the summary is about the items.
  static func move(
    _ uuids: [UUID], toNew path: String, uuid: UUID, isPrivate: Bool,
    in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    _ = try PlaceEdits.create(path: path, uuid: uuid, isPrivate: isPrivate, in: transaction)
    return try change(uuids, in: transaction) { $0.place = uuid }
  }

  static func tag(
    _ uuids: [UUID], adding added: [String], removing removed: [String],
    in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let gone = Set(removed.map(Item.asciiLowercased))
    return try change(uuids, in: transaction) { item in
      item.tags.removeAll { gone.contains(Item.asciiLowercased($0)) }
      item.tags += added
    }
  }

  /// Copies items with all that is true of a second one: not its numbers, its sale, its loan and its files.
  static func copy(
    _ copies: [ItemCopy], in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let writer = ItemWriter(transaction)
    var summary = ChangeSummary(action: .created, subject: .item, name: "", uuid: nil, count: 0)
    for pair in copies where try StoredItem.fetch(transaction.db, uuid: pair.copy) == nil {
      let original = try StoredItem.existing(pair.original, transaction.db).item
      var item = try opened(original, in: transaction).copied(as: pair.copy)
      if original.isMasked { item = try sealed(item, in: transaction) }
      let stored = try writer.insert(item)
      try ChangeLog.append(.create, .item, row: pair.copy, revBefore: 0, in: transaction)
      summary.add(stored.item.name, pair.copy)
      try transaction.progress.advance(by: 1)
    }
    return summary
  }

  static func sell(
    _ uuids: [UUID], on day: CalendarDate, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    try change(uuids, in: transaction) { item in
      if !item.isSold { item.soldDate = day }
    }
  }

  static func lend(
    _ uuids: [UUID], to borrower: String, on day: CalendarDate, until dueBack: CalendarDate?,
    in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let borrower = borrower.trimmedOfBlanks
    guard !borrower.isEmpty else {
      throw InventoryError(.badData, "enter who borrows it")
    }
    return try change(uuids, in: transaction) {
      ($0.lentTo, $0.lentDate, $0.dueBack) = (borrower, day, dueBack)
    }
  }

  static func endLoans(
    _ uuids: [UUID], in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    try change(uuids, in: transaction) { ($0.lentTo, $0.lentDate, $0.dueBack) = ("", nil, nil) }
  }
}

extension Item {
  /// The item as a new one of the same kind.
  fileprivate func copied(as uuid: UUID) -> Item {
    var item = self
    item.uuid = uuid
    item.name += " copy"
    (item.assetNumber, item.serialNumber, item.importReference) = (nil, "", nil)
    (item.soldDate, item.soldTo, item.soldPrice, item.soldNotes) = (nil, "", nil, "")
    (item.lentTo, item.lentDate, item.dueBack) = ("", nil, nil)
    item.maintenanceLog = ""
    (item.archivedAt, item.deletedAt, item.position) = (nil, nil, 0)
    return item
  }
}
