import Foundation
import GRDB
import Inventory

extension ChangeStore {
  /// Undoes entries of the history as one change, which undo takes back in one step.
  ///
  /// Passes over what was deleted for good, unless it is the only entry.
  ///
  /// - Parameters:
  ///   - entries: The entries, the latest first; a value returns only if the entry's value is still there.
  ///   - session: The author of the new change.
  /// - Returns: What changed, or the first reason why not; then nothing is changed.
  /// - Throws: Errors of storing, for example if a former asset number is taken; nothing is changed then.
  public func undo(
    _ entries: [HistoryEntry], session: String
  ) throws(InventoryError) -> ReversalOutcome {
    try revert(session: session) { reversal in
      for entry in entries {
        guard let refusal = try Self.undo(entry, reversal) else { continue }
        if refusal.reason == .purged, entries.count > 1 { continue }
        return refusal
      }
      return nil
    }
  }

  /// Undoes everything that was changed together with an entry of this machine's log, as one change.
  ///
  /// For example, it moves all items of one step back. Skips what was deleted for good.
  ///
  /// - Parameters:
  ///   - entry: Any entry of the edit. A value is restored only if no later change replaced the edit's value.
  ///   - session: The author of the new change.
  /// - Returns: What changed, or the first reason why not; then nothing is changed.
  /// - Throws: Errors of storing; nothing is changed then.
  public func undoEdit(
    of entry: HistoryEntry, session: String
  ) throws(InventoryError) -> ReversalOutcome {
    guard case .logged(let id) = entry.origins.last else {
      return try undo([entry], session: session)
    }
    return try revert(session: session) { reversal in
      let logged = try Int64.fetchAll(
        reversal.db,
        sql: """
          SELECT id FROM change WHERE undone = 0 AND table_name <> 'draft'
            AND group_id = (SELECT group_id FROM change WHERE id = ?) ORDER BY id DESC
          """, arguments: [id])
      for id in logged {
        guard var refusal = try reversal.revert(entry: id), refusal.reason != .purged else {
          continue
        }
        if refusal.name.isEmpty { refusal.name = entry.subject.name }
        return refusal
      }
      return nil
    }
  }

  private static func undo(
    _ entry: HistoryEntry, _ reversal: Reversal
  ) throws -> ReversalRefusal? {
    guard !entry.origins.isEmpty else {
      return ReversalRefusal(name: entry.subject.name, reason: .unknownValues)
    }
    for origin in entry.origins {
      let refusal =
        switch origin {
        case .logged(let id): try reversal.revert(entry: id)
        case .shared(let key, let sequence, let isFormer):
          try SharedReversal(reversal).revert(key, sequence, isFormer: isFormer)
        }
      if var refusal {
        if refusal.name.isEmpty { refusal.name = entry.subject.name }
        return refusal
      }
    }
    return nil
  }
}

extension HistoryEntry.Subject {
  fileprivate var name: String {
    switch self {
    case .item(_, let name): name
    case .other(let name): name.text
    case .imported: ""
    }
  }
}

/// Undoes a change of an item that a household's history holds.
private struct SharedReversal {
  private let reversal: Reversal
  private var db: Database { reversal.db }

  init(_ reversal: Reversal) { self.reversal = reversal }

  func revert(_ key: String, _ sequence: Int64, isFormer: Bool) throws -> ReversalRefusal? {
    guard case .item(let text) = HistoryKey(key), let uuid = SharedKey.uuid(text) else {
      return ReversalRefusal(name: "", reason: .unknownValues)
    }
    guard let item = try reversal.item(uuid) else {
      return ReversalRefusal(name: "", reason: .purged)
    }
    let table = isFormer ? "former_history" : "household_history"
    let row = try Row.fetchOne(
      db, sql: "SELECT columns, written FROM \(table) WHERE key = ? AND sequence = ?",
      arguments: [key, sequence])
    guard let row else { return ReversalRefusal(name: item.name, reason: .unknownValues) }
    let columns = (try row.value(0) as String).split(separator: ",").map(String.init)
    if columns == [Item.createdColumn] {
      reversal.trash(item)
      return nil
    }
    let values = WrittenValue.values(in: try row.value(1))
    return try revert(
      columns.filter { $0 != Item.createdColumn && ($0 != MergedRow.life || values[$0] != nil) },
      values, of: item)
  }

  private func revert(
    _ columns: [String], _ values: [String: WrittenValue], of item: Item
  ) throws -> ReversalRefusal? {
    let name = item.name
    if columns.contains(Item.fieldPrefix + Item.sealedField) {
      return ReversalRefusal(name: name, reason: .privacy)
    }
    let present = try SharedImages(db: db).image(of: item)
    var former: RowImage = [:]
    var others: [ItemChange] = []
    for column in columns {
      guard let written = values[column] else {
        return ReversalRefusal(name: name, reason: .unknownValues)
      }
      let (before, after) = (SharedValue(written.before), SharedValue(written.after))
      let now = present[column, default: .null]
      former[column] = before
      if !Self.areAlike(now, after, column) { others.append(try change(column, after, now)) }
    }
    guard others.isEmpty else { return ReversalRefusal(name: name, reason: .changedSince(others)) }
    var wanted = item
    wanted.apply(former)
    guard try applyReferences(former, to: &wanted) else {
      return ReversalRefusal(name: name, reason: .unknownValues)
    }
    reversal.store(wanted)
    return nil
  }

  /// Whether a value is the written one; of the trash, only whether the item is in it counts.
  private static func areAlike(_ now: SharedValue, _ written: SharedValue, _ column: String) -> Bool
  {
    column == MergedRow.life ? (now == .null) == (written == .null) : now == written
  }

  private func change(
    _ column: String, _ written: SharedValue, _ now: SharedValue
  ) throws -> ItemChange {
    let spelling = written == .null ? now : written
    guard let aspect = ItemAspect(column: column, value: spelling) else {
      return ItemChange(aspect: .column(column))
    }
    let reading = SharedValueReading(db, currency: reversal.currency)
    return ItemChange(
      aspect: aspect, before: try reading.words(written, of: aspect).text,
      after: try reading.words(now, of: aspect).text)
  }

  /// Restores category, place and parent; `false` if one of them no longer exists.
  private func applyReferences(_ values: RowImage, to item: inout Item) throws -> Bool {
    let reading = SharedValueReading(db, currency: reversal.currency)
    func choice(_ value: SharedValue, _ field: ItemField) throws -> UUID?? {
      if value == .null { return .some(nil) }
      return try reading.words(value, of: .field(field)).choice.map { .some($0) }
    }
    if let value = values["category_id"] {
      guard let found = try choice(value, .category) else { return false }
      item.category = found
    }
    if let value = values["location_id"] {
      guard let found = try choice(value, .place) else { return false }
      item.place = found
    }
    if let value = values["parent_item_id"] {
      guard let found = try choice(value, .parent) else { return false }
      item.parent = found
    }
    return true
  }
}
