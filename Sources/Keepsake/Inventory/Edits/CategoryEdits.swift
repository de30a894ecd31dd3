import Foundation
import GRDB

/// The edits of categories, with their log entries.
///
/// Homes know a category by its name, so another name means another category, to which the items move.
enum CategoryEdits {
  static func run(
    _ edit: CategoryEdit, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let db = transaction.db
    switch edit {
    case .rename(let uuid, let name):
      return try rename(CategoryWriter.existing(uuid, db), to: name, in: transaction)
    case .merge(let uuid, let other):
      let (source, target) = (
        try CategoryWriter.existing(uuid, db), try CategoryWriter.existing(other, db)
      )
      guard uuid != other else {
        throw InventoryError(.refused, "“\(source.name)” cannot be merged into itself")
      }
      return try retire(source, for: target.uuid, .merge, .merged, in: transaction)
    case .delete(let uuid):
      return try retire(
        CategoryWriter.existing(uuid, db), for: nil, .trash, .trashed, in: transaction)
    case .setUsefulLife(let uuid, let months):
      guard months.map({ (1...maximumMonths).contains($0) }) ?? true else {
        throw InventoryError(.badData, "a useful life has 1 to \(maximumMonths) months")
      }
      let stored = try CategoryWriter.existing(uuid, db)
      return try change(stored, in: transaction) { $0.usefulLifeMonths = months }
    }
  }

  /// The longest useful life: 200 years.
  private static let maximumMonths = 2400

  private static func rename(
    _ stored: Category, to wanted: String, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let name = try CategoryWriter.checked(wanted)
    guard Item.asciiLowercased(name) != Item.asciiLowercased(stored.name) else {
      return try change(stored, in: transaction) { $0.name = name }
    }
    let known = try CategoryWriter.named(name, transaction.db)
    if let known, known.deletedAt == nil {
      throw InventoryError(.refused, "there is already a category “\(known.name)”; merge the two")
    }
    let target = try known ?? make(name, like: stored, in: transaction)
    if let known {
      var restored = known
      (restored.name, restored.deletedAt) = (name, nil)
      restored.usefulLifeMonths = stored.usefulLifeMonths
      try log(known, wanted: restored, .restore, in: transaction)
    }
    return try retire(stored, for: target.uuid, .update, .changed, in: transaction)
  }

  private static func make(
    _ name: String, like other: Category, in transaction: WriteTransaction
  ) throws -> Category {
    let uuid = try CategoryWriter.insert(
      name, usefulLifeMonths: other.usefulLifeMonths, transaction.db)
    try EditTimes.note(
      "category", Item.asciiLowercased(name), at: transaction.at, transaction.db)
    try ChangeLog.append(.create, .category, row: uuid, revBefore: 0, in: transaction)
    return try CategoryWriter.existing(uuid, transaction.db)
  }

  /// Moves the items of a category to another one, or out of any, and the category to the trash.
  private static func retire(
    _ stored: Category, for target: UUID?, _ operation: ChangeEntry.Operation,
    _ action: ChangeSummary.Action, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    for item in try items(of: stored.uuid, transaction.db) {
      var wanted = item.item
      wanted.category = target
      _ = try ItemEdits.log(item, wanted: wanted, .update, in: transaction)
    }
    for item in try PrivateItem.all(in: transaction) where item.open.category == stored.uuid {
      let wanted = try item.sealed { $0.category = target }
      _ = try ItemEdits.log(item.stored, wanted: wanted, .update, in: transaction)
    }
    var wanted = stored
    wanted.deletedAt = wanted.deletedAt ?? transaction.at
    try log(stored, wanted: wanted, operation, in: transaction)
    return summary(action, stored)
  }

  private static func items(of category: UUID, _ db: Database) throws -> [StoredItem] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM item WHERE category_id = (SELECT id FROM category WHERE uuid = ?) ORDER BY id
        """, arguments: [category]
    ).compactMap { try StoredItem.fetch(db, id: $0) }
  }

  private static func change(
    _ stored: Category, in transaction: WriteTransaction, _ body: (inout Category) -> Void
  ) throws -> ChangeSummary {
    var wanted = stored
    body(&wanted)
    var summary = summary(.changed, stored)
    summary.count = try log(stored, wanted: wanted, .update, in: transaction) ? 1 : 0
    return summary
  }

  @discardableResult
  private static func log(
    _ stored: Category, wanted: Category, _ operation: ChangeEntry.Operation,
    in transaction: WriteTransaction
  ) throws -> Bool {
    let (before, after) = try CategoryWriter.update(stored, to: wanted, in: transaction)
    guard !after.isEmpty else { return false }
    try ChangeLog.append(
      operation, .category, row: stored.uuid, before: before, after: after, revBefore: 0,
      in: transaction)
    return true
  }

  /// Applies values of the log to a category that still has the other values: categories have no revision.
  static func apply(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue], to uuid: UUID,
    in transaction: WriteTransaction
  ) throws {
    let stored = try CategoryWriter.existing(uuid, transaction.db)
    let wanted = try Category.synced.applying(
      values, insteadOf: others, to: stored, named: stored.name)
    _ = try CategoryWriter.update(stored, to: wanted, in: transaction)
  }

  private static func summary(
    _ action: ChangeSummary.Action, _ category: Category
  ) -> ChangeSummary {
    ChangeSummary(
      action: action, subject: .category, name: category.name, uuid: category.uuid, count: 1)
  }
}
