import Foundation
import GRDB
import Inventory

/// The changes that one author made to one subject in one edit.
public struct HistoryEntry: Hashable, Sendable {
  /// The subject of an entry.
  public enum Subject: Hashable, Sendable {
    /// An item, or a file of it.
    case item(UUID, name: String)
    /// A place, a category or a setting.
    case other(SharedRowName)
    /// The items of an import, by their number.
    case imported(Int)
  }

  /// The record of an entry, or of one of the changes joined in it.
  public enum Origin: Hashable, Sendable {
    /// An entry of this machine's log.
    case logged(Int64)
    /// A row of the history of the present household or, if `isFormer`, of a household that this home left.
    case shared(key: String, sequence: Int64, isFormer: Bool)
  }

  /// The subject of the entry.
  public var subject: Subject
  /// The author: a member of the household, or a session of this machine.
  public var author: String
  /// The member and the machine: `Ben (laptop)`; empty if unknown.
  public var device: String
  /// When, by the clock there.
  public var at: Timestamp
  /// The kind of change.
  public var action: ChangeSummary.Action
  /// The changed values.
  public var changes: [ItemChange]
  /// The number of the batch that the entry belongs to: from the log, or from the server's counter.
  var batch: Int64 = 0
  /// Where the entry comes from, the latest change first; empty if no single record is kept.
  public internal(set) var origins: [Origin] = []

  /// Whether this machine's log holds both as parts of one edit, such as a move of many items.
  public func isOfSameEdit(as other: HistoryEntry) -> Bool {
    guard case .logged = origins.last, case .logged = other.origins.last else { return false }
    return batch == other.batch
  }

  /// An identifier that stays the same when other entries come; empty if no single record is kept.
  public var recordID: String {
    switch origins.last {
    case .logged(let id): String(id)
    case .shared(let key, let sequence, let isFormer):
      "\(isFormer ? "former" : "household") \(sequence) \(key)"
    case nil: ""
    }
  }

  /// A short name for commands: `214`, or `h52` for an edit that the household has, which may be about several rows.
  ///
  /// Empty if no single record is kept.
  public var number: String {
    switch origins.last {
    case .logged(let id): String(id)
    case .shared(_, let sequence, let isFormer): (isFormer ? "f" : "h") + String(sequence)
    case nil: ""
    }
  }
}

extension ChangeStore {
  /// The history of an item and its files, the latest first: in the household, in former ones, and
  /// on this machine outside any household.
  public func history(
    of item: UUID, limit: Int = 200
  ) throws(InventoryError) -> [HistoryEntry] {
    // An item that content limits hide has no history for this login either.
    guard let found = try items.fetch(item) else { return [] }
    let entries = try opened(
      database.read { db in
        try HistoryReading(db, currency: database.currency, item: item, limit: limit).entries()
      })
    guard entries.count < limit, entries.last?.action != .created else { return entries }
    // Items that were imported or that joined the household are not logged one by one.
    return entries + [
      HistoryEntry(
        subject: .item(item, name: found.name), author: "", device: "", at: found.createdAt,
        action: .created, changes: [])
    ]
  }

  /// The history of everything, the latest first: in the household, in former ones, and on this machine.
  ///
  /// Includes what is in the trash; of what was deleted for good, the history keeps the name.
  public func history(limit: Int = 200) throws(InventoryError) -> [HistoryEntry] {
    try opened(
      database.read { db in
        try HistoryReading(db, currency: database.currency, limit: limit).entries()
      })
  }

  /// Entries with the names that are open here.
  private func opened(_ entries: [HistoryEntry]) throws(InventoryError) -> [HistoryEntry] {
    guard privacy.isOpen else { return entries }
    var open = entries
    for (index, entry) in entries.enumerated() {
      open[index].subject = try opened(entry.subject)
      for (number, change) in entry.changes.enumerated() {
        open[index].changes[number] = try opened(change)
      }
    }
    return open
  }

  private func opened(
    _ subject: HistoryEntry.Subject
  ) throws(InventoryError) -> HistoryEntry.Subject {
    switch subject {
    case .item(let uuid, let name): .item(uuid, name: try items.fetch(uuid)?.name ?? name)
    case .other(let name): .other(try privacy.opened(name))
    case .imported: subject
    }
  }

  private func opened(_ change: ItemChange) throws(InventoryError) -> ItemChange {
    var open = change
    switch change.aspect {
    case .field(.place), .column:
      open.before = try privacy.opened(path: change.before)
      open.after = try privacy.opened(path: change.after)
    case .file(let uuid, let former):
      let stored = try database.read { try StoredAttachment.fetch($0, uuid: uuid)?.attachment }
      guard let name = stored.map({ privacy.opened($0).name }), name != former else { break }
      open.aspect = .file(uuid, name: name)
      // Adding or removing a file writes only its name.
      if change.before == former { open.before = name }
      if change.after == former { open.after = name }
    default: break
    }
    return open
  }
}

extension SyncStore {
  /// The history of an item in the present household, in the server's order, the latest first.
  public func sharedHistory(
    of item: UUID, limit: Int = 200
  ) throws(InventoryError) -> [HistoryEntry] {
    try database.read { db in
      try HistoryReading(db, currency: database.currency, item: item, limit: limit).household()
    }
  }

  /// The last change of an item by another home after a number of the server's counter.
  public func change(
    of item: UUID, after sequence: Int64
  ) throws(InventoryError) -> ReceivedChange? {
    try database.read { db in
      let find = try db.cachedStatement(
        sql: """
          SELECT author, key = ?1 AND columns = '\(Item.createdColumn)' FROM household_history
          WHERE \(HistoryRows.areAbout("?1")) AND sequence > ?2
            AND device <> (SELECT device FROM household_clock)
          ORDER BY sequence DESC, key LIMIT 1
          """)
      guard let row = try Row.fetchOne(find, arguments: [SharedKey.text(item), sequence]) else {
        return nil
      }
      return ReceivedChange(item: item, author: try row.value(0), isNew: try row.value(1))
    }
  }
}
