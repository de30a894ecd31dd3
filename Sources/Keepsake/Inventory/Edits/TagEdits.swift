import Foundation
import GRDB

/// The edits of tags, with the log entries of their items.
///
/// A tag is a value of its items. Its own entry of the log names the change; a different case alone changes only the row
/// of the tag.
enum TagEdits {
  static func run(_ edit: TagEdit, in transaction: WriteTransaction) throws -> ChangeSummary {
    switch edit {
    case .rename(let name, let wanted):
      return try rename(name, to: checked(wanted), in: transaction)
    case .merge(let name, let other):
      guard Item.asciiLowercased(name) != Item.asciiLowercased(other) else {
        throw InventoryError(.refused, "“\(name)” cannot be merged into itself")
      }
      let target = try row(other, transaction.db)?.name
      return try replace(
        name, by: target ?? checked(other), .merge, .merged, in: transaction)
    case .delete(let name):
      return try replace(name, by: nil, .trash, .trashed, in: transaction)
    }
  }

  private static func checked(_ name: String) throws -> String {
    guard let tag = try Item.normalized(tags: [name.singleSpaced]).first else {
      throw InventoryError(.badData, "a tag needs a name")
    }
    return tag
  }

  private static func rename(
    _ name: String, to wanted: String, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let isSpelling = Item.asciiLowercased(name) == Item.asciiLowercased(wanted)
    if !isSpelling, let known = try row(wanted, transaction.db) {
      throw InventoryError(.refused, "there is already a tag “\(known.name)”; merge the two")
    }
    return try replace(name, by: wanted, .update, .changed, in: transaction)
  }

  /// Replaces a tag on all items by another one, or removes it.
  private static func replace(
    _ name: String, by other: String?, _ operation: ChangeEntry.Operation,
    _ action: ChangeSummary.Action, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let db = transaction.db
    let known = try row(name, db)
    var summary = ChangeSummary(
      action: action, subject: .tag, name: known?.name ?? name, uuid: known?.uuid, count: 0)
    guard known?.name != other else { return summary }
    let items = try known.map { try self.items(of: $0.id, db) } ?? []
    try renameRow(known, to: other, in: transaction)
    for item in items {
      var wanted = item.item
      wanted.tags = replaced(name, by: other, in: wanted.tags)
      if try ItemEdits.log(item, wanted: wanted, .update, in: transaction) { summary.count += 1 }
    }
    for item in try PrivateItem.all(in: transaction) {
      let tags = replaced(name, by: other, in: item.open.tags)
      guard tags != item.open.tags else { continue }
      let wanted = try item.sealed { $0.tags = tags }
      if try ItemEdits.log(item.stored, wanted: wanted, .update, in: transaction) {
        summary.count += 1
      }
    }
    guard known != nil || summary.count > 0 else {
      throw InventoryError(.refused, "no item has the tag “\(name)”")
    }
    summary.count = max(1, summary.count)
    try removeUnused(transaction)
    try ChangeLog.append(
      operation, .tag, row: known?.uuid, before: ["name": .text(summary.name)],
      after: other.map { ["name": .text($0)] } ?? [:], revBefore: 0, in: transaction)
    return summary
  }

  /// Tags with one of them replaced, and no other twice.
  private static func replaced(_ name: String, by other: String?, in tags: [String]) -> [String] {
    let key = Item.asciiLowercased(name)
    guard tags.contains(where: { Item.asciiLowercased($0) == key }) else { return tags }
    let present = other.map(Item.asciiLowercased)
    let kept = tags.filter { ![key, present].contains(Item.asciiLowercased($0)) }
    return kept + [other].compactMap { $0 }
  }

  /// Applies the log entry of a tag: only a different spelling is stored in its own row.
  static func apply(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue],
    in transaction: WriteTransaction
  ) throws {
    guard let name = values["name"]?.text, let former = others["name"]?.text,
      Item.asciiLowercased(name) == Item.asciiLowercased(former)
    else { return }
    try renameRow(row(former, transaction.db), to: name, in: transaction)
  }

  // MARK: - The rows of tags

  private struct StoredTag {
    var id: Int64
    var uuid: UUID
    var name: String
  }

  private static func row(_ name: String, _ db: Database) throws -> StoredTag? {
    let find = try db.cachedStatement(sql: "SELECT id, uuid, name FROM tag WHERE name = ?")
    return try Row.fetchOne(find, arguments: [name]).map {
      try StoredTag(id: $0.value(0), uuid: $0.value(1), name: $0.value(2))
    }
  }

  /// Renames the row of a tag, so that it keeps its identity; not if it stays in use under its name, by hidden items, or
  /// the name is taken.
  private static func renameRow(
    _ tag: StoredTag?, to name: String?, in transaction: WriteTransaction
  ) throws {
    let db = transaction.db
    guard let tag, let name else { return }
    let isSpelling = Item.asciiLowercased(name) == Item.asciiLowercased(tag.name)
    guard try isSpelling || row(name, db) == nil && !isHiddenInUse(tag.id, db) else { return }
    try db.execute(sql: "UPDATE tag SET name = ? WHERE id = ?", arguments: [name, tag.id])
    transaction.isDirty = true
    guard isSpelling else { return }
    // The items themselves don't change, so nothing else notes them for the household.
    for item in try items(of: tag.id, db) {
      try SyncTriggers.touch(item: item.id, in: "main.item", db)
    }
  }

  private static func isHiddenInUse(_ tag: Int64, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM main.item_tag WHERE tag_id = ?1)
          > (SELECT count(*) FROM item_tag WHERE tag_id = ?1)
        """, arguments: [tag]) == true
  }

  /// The items with a tag, those in the archive and the trash included.
  private static func items(of tag: Int64, _ db: Database) throws -> [StoredItem] {
    try Int64.fetchAll(
      db, sql: "SELECT item_id FROM item_tag WHERE tag_id = ? ORDER BY item_id", arguments: [tag]
    ).compactMap { try StoredItem.fetch(db, id: $0) }
  }

  /// Removes the rows of tags that no item has.
  static func removeUnused(_ transaction: WriteTransaction) throws {
    try transaction.db.execute(
      sql: "DELETE FROM tag WHERE id NOT IN (SELECT tag_id FROM main.item_tag)")
  }
}
