import Foundation
import GRDB

extension InventoryStore {
  /// Takes back the session's last change that stands; also after a restart.
  ///
  /// What was created goes to the trash (the row stays), what was trashed comes back, what was
  /// changed gets its former values. Tags and categories that an import brought are kept.
  ///
  /// - Parameter goOn: told now and then which share of a long undo is done; answering `false` gives it
  ///   up, and nothing is changed then.
  /// - Returns: what was taken back, or nil when there is nothing, or it was given up.
  /// - Throws: `conflict` when somebody else changed one of the rows since; nothing is changed then.
  public func undo(
    session: String, while goOn: @escaping (Double) -> Bool = { _ in true }
  ) throws(InventoryError) -> ChangeSummary? {
    try revert(session: session, mark: .done, newMark: .undone, while: goOn) { entry, transaction in
      try Undo.takeBack(entry, in: transaction)
    }
  }

  /// Brings back what the session undid last.
  ///
  /// - Parameter goOn: as of `undo(session:while:)`.
  /// - Returns: what was brought back, or nil when there is nothing, or it was given up.
  /// - Throws: `conflict` as `undo(session:while:)` does.
  public func redo(
    session: String, while goOn: @escaping (Double) -> Bool = { _ in true }
  ) throws(InventoryError) -> ChangeSummary? {
    try revert(session: session, mark: .undone, newMark: .done, while: goOn) { entry, transaction in
      try Undo.bringBack(entry, in: transaction)
    }
  }

  /// How many rows `undo(session:while:)` would change; quick however many they are.
  public func nextUndoSize(session: String) throws(InventoryError) -> Int {
    try file.read { db in
      try ChangeLog.nextGroup(db, source: session, mark: .done).map { try ChangeLog.size(db, $0) }
        ?? 0
    }
  }

  /// How many rows `redo(session:while:)` would change.
  public func nextRedoSize(session: String) throws(InventoryError) -> Int {
    try file.read { db in
      try ChangeLog.nextGroup(db, source: session, mark: .undone).map { try ChangeLog.size(db, $0) }
        ?? 0
    }
  }

  /// What `undo(session:while:)` would take back.
  public func nextUndo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .done)
  }

  /// What `redo(session:while:)` would bring back.
  public func nextRedo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .undone)
  }

  /// The change that brought the data to its version, if the session made it; nil when somebody else
  /// did, whatever the session did before.
  public func lastChange(session: String) throws(InventoryError) -> LastChange? {
    guard try file.read(Meta.lastSource) == session else { return nil }
    let redoVersion = try file.read(Meta.redoVersion)
    if redoVersion == dataVersion {
      return try nextUndo(session: session).map(LastChange.doneAgain)
    }
    if let undone = try nextRedo(session: session) { return .undone(undone) }
    return try nextUndo(session: session).map(LastChange.done)
  }

  private func peek(
    session: String, mark: ChangeLog.Mark
  ) throws(InventoryError) -> ChangeSummary? {
    try file.read { db in
      guard let group = try ChangeLog.nextGroup(db, source: session, mark: mark) else { return nil }
      return try Undo.summary(of: ChangeLog.entries(db, group: group), db)
    }
  }

  private func revert(
    session: String, mark: ChangeLog.Mark, newMark: ChangeLog.Mark,
    while goOn: @escaping (Double) -> Bool, _ body: (ChangeEntry, WriteTransaction) throws -> Void
  ) throws(InventoryError) -> ChangeSummary? {
    try write(source: session) { transaction in
      let db = transaction.db
      guard let group = try ChangeLog.nextGroup(db, source: session, mark: mark) else { return nil }
      let entries = try ChangeLog.entries(db, group: group)
      let summary = try Undo.summary(of: entries, db)
      let ordered = Undo.inOrder(entries)
      transaction.progress = ChangeProgress(
        total: try ChangeLog.size(db, group), while: goOn)
      do {
        for entry in newMark == .undone ? ordered.reversed() : ordered {
          try body(entry, transaction)
          if entry.operation != .createRange { try transaction.progress.advance(by: 1) }
        }
      } catch is ChangeProgress.GivenUp {
        transaction.isRehearsal = true
        return nil
      }
      try ChangeLog.mark(group, as: newMark, db)
      if newMark == .done { try Meta.noteRedo(version: transaction.rev, db) }
      transaction.isDirty = true
      return summary
    }
  }
}
