import Foundation
import GRDB

extension InventoryStore {
  /// Takes back the session's last change that stands; also after a restart.
  ///
  /// What was created goes to the trash (the row stays), what was trashed comes back, what was
  /// changed gets its former values. Tags and categories that an import brought are kept.
  ///
  /// - Returns: what was taken back, or nil when there is nothing.
  /// - Throws: `conflict` when somebody else changed one of the rows since; nothing is changed then.
  public func undo(session: String) throws(InventoryError) -> ChangeSummary? {
    try revert(session: session, mark: .done, newMark: .undone) { entry, transaction in
      try Undo.takeBack(entry, in: transaction)
    }
  }

  /// Brings back what the session undid last.
  ///
  /// - Returns: what was brought back, or nil when there is nothing.
  /// - Throws: `conflict` as `undo(session:)` does.
  public func redo(session: String) throws(InventoryError) -> ChangeSummary? {
    try revert(session: session, mark: .undone, newMark: .done) { entry, transaction in
      try Undo.bringBack(entry, in: transaction)
    }
  }

  /// What `undo(session:)` would take back.
  public func nextUndo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .done)
  }

  /// What `redo(session:)` would bring back.
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
    _ body: (ChangeEntry, WriteTransaction) throws -> Void
  ) throws(InventoryError) -> ChangeSummary? {
    try write(source: session) { transaction in
      let db = transaction.db
      guard let group = try ChangeLog.nextGroup(db, source: session, mark: mark) else { return nil }
      let entries = try ChangeLog.entries(db, group: group)
      let summary = try Undo.summary(of: entries, db)
      let ordered = Undo.inOrder(entries)
      for entry in newMark == .undone ? ordered.reversed() : ordered {
        try body(entry, transaction)
      }
      try ChangeLog.mark(group, as: newMark, db)
      if newMark == .done { try Meta.noteRedo(version: transaction.rev, db) }
      transaction.isDirty = true
      return summary
    }
  }
}
