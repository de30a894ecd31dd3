import Foundation
import GRDB

/// The edits of saved views, with their log entries.
enum ViewEdits {
  static func run(_ edit: ViewEdit, in transaction: WriteTransaction) throws -> ChangeSummary {
    switch edit {
    case .save(let view): return try save(view, in: transaction)
    case .rename(let uuid, let name):
      let stored = try ViewWriter.existing(uuid, transaction.db)
      var wanted = stored
      wanted.name = name
      return try change(stored, to: ViewWriter.checked(wanted), .update, .changed, in: transaction)
    case .delete(let uuid):
      let stored = try ViewWriter.existing(uuid, transaction.db)
      var wanted = stored
      wanted.deletedAt = stored.deletedAt ?? transaction.at
      return try change(stored, to: wanted, .trash, .trashed, in: transaction)
    }
  }

  private static func save(
    _ view: SavedView, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var wanted = try ViewWriter.checked(view)
    wanted.deletedAt = nil
    if let stored = try ViewWriter.named(wanted.name, transaction.db) {
      wanted.uuid = stored.uuid
      let isBack = stored.deletedAt != nil
      return try change(
        stored, to: wanted, isBack ? .restore : .update, isBack ? .created : .changed,
        in: transaction)
    }
    try ViewWriter.insert(wanted, in: transaction)
    try ChangeLog.append(.create, .view, row: wanted.uuid, revBefore: 0, in: transaction)
    return summary(.created, wanted, count: 1)
  }

  private static func change(
    _ stored: SavedView, to wanted: SavedView, _ operation: ChangeEntry.Operation,
    _ action: ChangeSummary.Action, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let (before, after) = try ViewWriter.update(stored, to: wanted, in: transaction)
    guard !after.isEmpty else { return summary(action, wanted, count: 0) }
    try ChangeLog.append(
      operation, .view, row: stored.uuid, before: before, after: after, revBefore: 0,
      in: transaction)
    return summary(action, wanted, count: 1)
  }

  /// Applies values of the log to a view that still has the other values: views have no revision.
  static func apply(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue], to uuid: UUID,
    in transaction: WriteTransaction
  ) throws {
    let stored = try ViewWriter.existing(uuid, transaction.db)
    let wanted = try SavedView.synced.applying(
      values, insteadOf: others, to: stored, named: stored.name)
    _ = try ViewWriter.update(stored, to: wanted, in: transaction)
  }

  private static func summary(
    _ action: ChangeSummary.Action, _ view: SavedView, count: Int
  ) -> ChangeSummary {
    ChangeSummary(action: action, subject: .view, name: view.name, uuid: view.uuid, count: count)
  }
}
