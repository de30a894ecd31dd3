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
  /// Who wrote what of an item, the latest first: of a household, or else what the log of this machine knows.
  package func history(
    of item: UUID, limit: Int = 200
  ) throws(InventoryError) -> [ItemHistoryEntry] {
    let entries =
      householdWaiting == nil
      ? try localHistory(of: item, limit: limit) : try householdHistory(of: item, limit: limit)
    guard entries.count < limit, entries.last?.action != .created, let item = try self.item(item)
    else { return entries }
    // What was imported or joined the household is not logged item by item.
    return entries + [
      ItemHistoryEntry(
        author: "", device: "", at: item.createdAt, action: .created, changes: [])
    ]
  }

  /// Who wrote what of an item in the household, in the server's order, the latest first.
  package func householdHistory(
    of item: UUID, limit: Int = 200
  ) throws(InventoryError) -> [ItemHistoryEntry] {
    try file.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return [] }
      // A file that an earlier version made, and that cannot be written, has no values.
      let written = try db.hasColumn("written", in: "household_history") ? "h.written" : "''"
      let find = try db.cachedStatement(
        sql: """
          SELECT h.author, coalesce(d.name, ''), h.at, h.columns, \(written)
          FROM household_history h
          LEFT JOIN household_device d ON d.device = h.device
          WHERE h.key = ? ORDER BY h.sequence DESC LIMIT ?
          """)
      return try Row.fetchAll(find, arguments: [SharedKey.text(item), limit]).map { row in
        let columns = (try row.value(3) as String).split(separator: ",").map(String.init)
        let isNew = columns == [Item.createdColumn]
        // Whoever writes of a row says that it is there, too.
        let isAlone = columns == [MergedRow.life]
        let shown = columns.filter { isAlone || $0 != MergedRow.life }
        let values = WrittenValue.values(in: try row.value(4))
        return ItemHistoryEntry(
          author: try row.value(0), device: try row.value(1), at: try row.value(2),
          action: isNew ? .created : .changed,
          changes: isNew ? [] : try shown.compactMap { try change(of: $0, values[$0], db) })
      }
    }
  }

  /// What somebody wrote in a column; `nil` for one that no screen shows.
  private func change(
    of column: String, _ written: WrittenValue?, _ db: Database
  ) throws -> ItemChange? {
    guard let written else { return ItemAspect(column: column).map { ItemChange(aspect: $0) } }
    let (before, after) = (SharedValue(written.before), SharedValue(written.after))
    let spelling = after == .null ? before : after
    guard let aspect = ItemAspect(column: column, value: spelling) else { return nil }
    let reading = SharedValueReading(db, currency: currency)
    func text(_ value: SharedValue) throws -> String? {
      let text = try reading.words(value, of: aspect).text
      // What it referred to has been removed since, with its name.
      return text == nil && value != .null ? "(removed)" : text
    }
    return ItemChange(aspect: aspect, before: try text(before), after: try text(after))
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

  /// What the log of this machine knows of an item, the latest first.
  private func localHistory(
    of item: UUID, limit: Int
  ) throws(InventoryError) -> [ItemHistoryEntry] {
    try file.read { db in
      try ChangeLog.latest(of: item, limit: limit, db).map { logged in
        let entry = logged.entry
        let action: ChangeSummary.Action =
          switch entry.operation {
          case .create, .createRange: .created
          case .trash: .trashed
          case .restore: .restored
          case .update, .discard: .changed
          }
        let reading = LoggedValues(db, currency: currency)
        return ItemHistoryEntry(
          author: logged.source, device: "", at: logged.at, action: action,
          changes: action == .changed
            ? try reading.changes(from: entry.before, to: entry.after) : [])
      }
    }
  }
}
