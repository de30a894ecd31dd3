import Foundation
import GRDB
import Household

/// What somebody wrote of an item at once.
package struct ItemHistoryEntry: Hashable, Sendable {
  /// Who: a member of the household, or a session of this machine.
  package var author: String
  /// Who and where: `Ben (laptop)`; empty if that was never told.
  package var device: String
  /// When, by the clock there.
  package var at: Timestamp
  /// What was done.
  package var action: ChangeSummary.Action
  /// What of the item.
  package var changes: [ItemChange]
}

extension InventoryStore {
  /// Who wrote what of an item, the latest first: in the household, in those that were left, and on this machine without any.
  package func history(
    of item: UUID, limit: Int = 200
  ) throws(InventoryError) -> [ItemHistoryEntry] {
    // What the login may not see has no history for it either.
    guard let found = try self.item(item) else { return [] }
    let entries = try opened(
      file.read { db in
        try ItemHistoryReading(db: db, currency: currency, item: item, limit: limit).entries()
      })
    guard entries.count < limit, entries.last?.action != .created else { return entries }
    // What was imported or joined the household is not logged item by item.
    return entries + [
      ItemHistoryEntry(
        author: "", device: "", at: found.createdAt, action: .created, changes: [])
    ]
  }

  /// Entries with the names of places that are open here.
  private func opened(
    _ entries: [ItemHistoryEntry]
  ) throws(InventoryError) -> [ItemHistoryEntry] {
    guard privacy != nil else { return entries }
    var open = entries
    for (index, entry) in entries.enumerated() {
      for (number, change) in entry.changes.enumerated() where change.aspect == .field(.place) {
        open[index].changes[number].before = try opened(path: change.before)
        open[index].changes[number].after = try opened(path: change.after)
      }
    }
    return open
  }

  /// Who wrote what of an item in the present household, in the server's order, the latest first.
  package func householdHistory(
    of item: UUID, limit: Int = 200
  ) throws(InventoryError) -> [ItemHistoryEntry] {
    try file.read { db in
      try ItemHistoryReading(db: db, currency: currency, item: item, limit: limit).household()
    }
  }

  /// The last change of an item by another home after a number of the server's counter.
  package func householdChange(
    of item: UUID, after sequence: Int64
  ) throws(InventoryError) -> ReceivedChange? {
    try file.read { db in
      let find = try db.cachedStatement(
        sql: """
          SELECT author, columns FROM household_history
          WHERE key = ? AND sequence > ? AND device <> (SELECT device FROM household_clock)
          ORDER BY sequence DESC LIMIT 1
          """)
      guard let row = try Row.fetchOne(find, arguments: [SharedKey.text(item), sequence]) else {
        return nil
      }
      return ReceivedChange(
        item: item, author: try row.value(0),
        isNew: try row.value(1) as String == Item.createdColumn)
    }
  }
}
