import Foundation
import GRDB

extension InventoryStore {
  /// Undoes the session's last change, also after a restart.
  ///
  /// Created things go to the trash (their rows stay), trashed things come back, changed things get
  /// their former values. Tags and categories made by an import are kept.
  ///
  /// - Parameter goOn: Called now and then with the share of a long undo that is done; returning
  ///   `false` cancels it, and nothing is changed.
  /// - Returns: What was undone; `nil` if there is nothing to undo, or it was cancelled.
  /// - Throws: `conflict` if somebody else has changed one of the rows since; nothing is changed then.
  @discardableResult
  public func undo(
    session: String, while goOn: @escaping (Double) -> Bool = { _ in true }
  ) throws(InventoryError) -> ChangeSummary? {
    try revert(session: session, mark: .done, newMark: .undone, while: goOn) { entry, transaction in
      try Undo.takeBack(entry, in: transaction)
    }
  }

  /// Redoes the change that the session undid last.
  ///
  /// - Parameter goOn: As for `undo(session:while:)`.
  /// - Returns: What was redone; `nil` if there is nothing to redo, or it was cancelled.
  /// - Throws: `conflict`, as `undo(session:while:)` does.
  @discardableResult
  public func redo(
    session: String, while goOn: @escaping (Double) -> Bool = { _ in true }
  ) throws(InventoryError) -> ChangeSummary? {
    try revert(session: session, mark: .undone, newMark: .done, while: goOn) { entry, transaction in
      try Undo.bringBack(entry, in: transaction)
    }
  }

  /// The number of rows that `undo(session:while:)` would change; takes constant time.
  public func nextUndoSize(session: String) throws(InventoryError) -> Int {
    try file.read { db in
      try ChangeLog.nextGroup(db, source: session, mark: .done).map { try ChangeLog.size(db, $0) }
        ?? 0
    }
  }

  /// The number of rows that `redo(session:while:)` would change.
  public func nextRedoSize(session: String) throws(InventoryError) -> Int {
    try file.read { db in
      try ChangeLog.nextGroup(db, source: session, mark: .undone).map { try ChangeLog.size(db, $0) }
        ?? 0
    }
  }

  /// What `undo(session:while:)` would undo.
  public func nextUndo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .done)
  }

  /// What `redo(session:while:)` would redo.
  public func nextRedo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .undone)
  }

  /// The change that made the present version of the data, if this session made it.
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
    let summary: ChangeSummary? = try file.read { db in
      guard let group = try ChangeLog.nextGroup(db, source: session, mark: mark) else { return nil }
      return try Undo.summary(of: ChangeLog.entries(db, group: group), db)
    }
    return try summary.map { (summary) throws(InventoryError) in try opened(summary) }
  }

  private func revert(
    session: String, mark: ChangeLog.Mark, newMark: ChangeLog.Mark,
    while goOn: @escaping (Double) -> Bool, _ body: (ChangeEntry, WriteTransaction) throws -> Void
  ) throws(InventoryError) -> ChangeSummary? {
    let summary: ChangeSummary? = try write(source: session) { transaction in
      let db = transaction.db
      transaction.sealing = privacy?.sealing
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
    return try summary.map { (summary) throws(InventoryError) in try opened(summary) }
  }
}
