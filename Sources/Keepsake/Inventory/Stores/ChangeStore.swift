import Foundation
import GRDB

/// Makes the edits of a session, and undoes and redoes them.
///
/// Every edit of items, places and attachments is one transaction, one group of the change log, and one step of undo.
public struct ChangeStore: Sendable {
  /// The file, its transactions, its counters.
  public let database: InventoryDatabase
  /// The sealed items, places and files.
  public let privacy: PrivacyStore
  /// The items, their categories and tags.
  public let items: ItemStore

  init(_ database: InventoryDatabase, _ privacy: PrivacyStore, _ items: ItemStore) {
    (self.database, self.privacy, self.items) = (database, privacy, items)
  }

  /// Makes a change in one transaction and logs it for a session.
  ///
  /// The session can then no longer redo what it has undone.
  ///
  /// - Throws: `conflict` if another session changed a row, `refused` if a rule forbids the change,
  ///   `badData` for invalid values. Nothing is changed then.
  @discardableResult
  public func perform(_ edit: Edit, session: String) throws(InventoryError) -> ChangeSummary {
    let summary = try database.write(source: session, rows: edit.itemCount) {
      try run(edit, in: $0)
    }
    return try opened(summary)
  }

  /// Makes a change of many items as ``perform(_:session:)`` does, as long as a closure agrees.
  ///
  /// - Parameter goOn: Called after each hundredth, and at least every 500 items, with the completed share; returning
  ///   `false` cancels the change, and nothing is changed.
  /// - Returns: The change; `nil` if it was cancelled.
  @discardableResult
  public func perform(
    _ edit: Edit, session: String, while goOn: @escaping (Double) -> Bool
  ) throws(InventoryError) -> ChangeSummary? {
    let summary: ChangeSummary? = try database.write(source: session, rows: edit.itemCount) {
      transaction in
      transaction.progress = ChangeProgress(total: edit.itemCount, while: goOn)
      do {
        return try run(edit, in: transaction)
      } catch is ChangeProgress.GivenUp {
        transaction.isRehearsal = true
        return nil
      }
    }
    return try summary.map { (summary) throws(InventoryError) in try opened(summary) }
  }

  private func run(_ edit: Edit, in transaction: WriteTransaction) throws -> ChangeSummary {
    transaction.sealing = privacy.sealing
    var summary = try EditRunner.run(privacy.sealed(edit, transaction.db), in: transaction)
    if let name = edit.privateName { summary.name = name }
    if transaction.isDirty { try ChangeLog.forgetRedo(transaction) }
    return summary
  }

  /// Makes a change and rolls it back: fails if ``perform(_:session:)`` would, and leaves no trace.
  public func rehearse(_ edit: Edit, session: String) throws(InventoryError) {
    try database.write(source: session) { transaction in
      transaction.sealing = privacy.sealing
      _ = try EditRunner.run(privacy.sealed(edit, transaction.db), in: transaction)
      transaction.isRehearsal = true
    }
  }

  // MARK: - Undo

  /// Undoes the session's last change, also after a restart.
  ///
  /// Created things go to the trash (their rows stay), trashed things come back, changed things get
  /// their former values. Tags and categories made by an import are kept.
  ///
  /// - Parameter goOn: Called several times a second with the completed share of a long undo;
  ///   returning `false` cancels it, and nothing is changed.
  /// - Returns: The undone change; `nil` if no change can be undone, or it was cancelled.
  /// - Throws: `conflict` if another session has changed one of the rows since; nothing is changed
  ///   then.
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
  /// - Returns: The redone change; `nil` if no change can be redone, or it was cancelled.
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
    try database.read { db in
      try ChangeLog.nextGroup(db, source: session, mark: .done, limits: limits).map {
        try ChangeLog.size(db, $0)
      }
        ?? 0
    }
  }

  /// The number of rows that `redo(session:while:)` would change.
  public func nextRedoSize(session: String) throws(InventoryError) -> Int {
    try database.read { db in
      try ChangeLog.nextGroup(db, source: session, mark: .undone, limits: limits).map {
        try ChangeLog.size(db, $0)
      }
        ?? 0
    }
  }

  /// The change that `undo(session:while:)` would undo.
  public func nextUndo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .done)
  }

  /// The change that `redo(session:while:)` would redo.
  public func nextRedo(session: String) throws(InventoryError) -> ChangeSummary? {
    try peek(session: session, mark: .undone)
  }

  /// The change that made the present version of the data, if this session made it.
  public func lastChange(session: String) throws(InventoryError) -> LastChange? {
    guard try database.read(Meta.lastSource) == session else { return nil }
    let redoVersion = try database.read(Meta.redoVersion)
    if redoVersion == database.dataVersion {
      return try nextUndo(session: session).map(LastChange.doneAgain)
    }
    if let undone = try nextRedo(session: session) { return .undone(undone) }
    return try nextUndo(session: session).map(LastChange.done)
  }

  /// The limits of the login, as a text.
  private var limits: String { database.limits.text }

  private func peek(
    session: String, mark: ChangeLog.Mark
  ) throws(InventoryError) -> ChangeSummary? {
    let summary: ChangeSummary? = try database.read { db in
      guard let group = try ChangeLog.nextGroup(db, source: session, mark: mark, limits: limits)
      else { return nil }
      return try Undo.summary(of: ChangeLog.entries(db, group: group), db)
    }
    return try summary.map { (summary) throws(InventoryError) in try opened(summary) }
  }

  private func revert(
    session: String, mark: ChangeLog.Mark, newMark: ChangeLog.Mark,
    while goOn: @escaping (Double) -> Bool, _ body: (ChangeEntry, WriteTransaction) throws -> Void
  ) throws(InventoryError) -> ChangeSummary? {
    let rows = try mark == .done ? nextUndoSize(session: session) : nextRedoSize(session: session)
    let summary: ChangeSummary? = try database.write(source: session, rows: rows) { transaction in
      let db = transaction.db
      transaction.sealing = privacy.sealing
      guard let group = try ChangeLog.nextGroup(db, source: session, mark: mark, limits: limits)
      else { return nil }
      let all = try ChangeLog.entries(db, group: group)
      let entries = try all.filter { try !ChangeLog.isGone($0, db) }
      guard !entries.isEmpty else { return try skip(group, all, in: transaction) }
      let summary = try Undo.summary(of: entries, db)
      transaction.progress = ChangeProgress(
        total: try ChangeLog.size(db, group), while: goOn)
      do {
        for entry in newMark == .undone ? Undo.backwards(entries) : Undo.inOrder(entries) {
          try body(entry, transaction)
          if entry.operation != .createRange { try transaction.progress.advance(by: 1) }
        }
      } catch is ChangeProgress.GivenUp {
        transaction.isRehearsal = true
        return nil
      }
      if entries.contains(where: { $0.table == .tag }) { try TagEdits.removeUnused(transaction) }
      try ChangeLog.mark(group, as: newMark, db)
      if newMark == .done { try Meta.noteRedo(version: transaction.rev, db) }
      transaction.isDirty = true
      return summary
    }
    return try summary.map { (summary) throws(InventoryError) in try opened(summary) }
  }

  /// Passes over a change of nothing but rows that were deleted for good.
  private func skip(
    _ group: Int64, _ entries: [ChangeEntry], in transaction: WriteTransaction
  ) throws -> ChangeSummary? {
    try ChangeLog.mark(group, as: .superseded, transaction.db)
    transaction.isDirty = true
    var summary = try Undo.summary(of: entries, transaction.db)
    summary?.action = .purged
    return summary
  }

  // MARK: - Deleting for good

  /// Deletes items in the trash for good; in a household every home does, unless one changed the item meanwhile.
  ///
  /// No undo leads back. ``AttachmentStore/sweep()`` then removes the files that nothing refers to.
  ///
  /// - Throws: `refused` for an item that is not in the trash; nothing is deleted then.
  @discardableResult
  public func purge(_ items: [UUID], session: String) throws(InventoryError) -> ChangeSummary {
    try database.write(source: session + " purge") { transaction in
      transaction.sealing = privacy.sealing
      return try Purge(transaction, by: session).items(items)
    }
  }

  /// Deletes everything in the trash for good: all items, and outside of households the places that nothing refers to.
  @discardableResult
  public func emptyTrash(session: String) throws(InventoryError) -> ChangeSummary {
    try database.write(source: session + " purge") { transaction in
      transaction.sealing = privacy.sealing
      return try Purge(transaction, by: session).everything()
    }
  }

  // MARK: - Names

  /// A summary with the open name of its item or place.
  private func opened(_ summary: ChangeSummary) throws(InventoryError) -> ChangeSummary {
    guard privacy.isOpen else { return summary }
    var open = summary
    if summary.subject == .place {
      open.name = try privacy.opened(path: summary.name) ?? summary.name
    } else if summary.subject == .item, summary.name == Item.privateName, let uuid = summary.uuid {
      open.name = try items.fetch(uuid)?.name ?? summary.name
    }
    return open
  }
}

extension Edit {
  /// The plain name of the private item that this changes.
  fileprivate var privateName: String? {
    switch self {
    case .createItem(let item), .updateItem(let item), .setPrivacy(let item, _):
      item.isPrivate ? item.name.trimmedOfBlanks : nil
    default: nil
    }
  }
}

extension PrivacyStore {
  /// An edit with its private values sealed, as the file stores it.
  ///
  /// - Throws: `refused` for a private item without the keys.
  fileprivate func sealed(_ edit: Edit, _ db: Database) throws -> Edit {
    switch edit {
    case .createItem(let item) where item.isPrivate: .createItem(try sealed(item, db))
    case .updateItem(let item) where item.isPrivate: .updateItem(try sealed(item, db))
    case .setPrivacy(let item, let files):
      .setPrivacy(item.isPrivate ? try sealed(item, db) : item, files: try files.map(sealed))
    case .attach(let attachments): .attach(try attachments.map(sealed))
    case .updateAttachment(let attachment): .updateAttachment(try sealed(attachment))
    default: edit
    }
  }

  private func sealed(_ attachment: Attachment) throws -> Attachment {
    guard attachment.isPrivate else { return attachment }
    guard let sealing else { throw InventoryError.isPrivate }
    return try attachment.masked(with: sealing)
  }

  private func sealed(_ item: Item, _ db: Database) throws -> Item {
    guard let sealing else { throw InventoryError.isPrivate }
    if let stored = try StoredItem.fetch(db, uuid: item.uuid)?.item,
      let text = stored.sealedText, unmasked(stored).saysTheSame(as: try item.normalized())
    {
      // Nothing changed: sealing it again would look like a change.
      return item.masked(sealed: text)
    }
    return try item.masked(with: sealing)
  }
}

/// A change, and whether it was made, undone or redone.
public enum LastChange: Hashable, Sendable {
  /// Made for the first time.
  case done(ChangeSummary)
  /// Undone.
  case undone(ChangeSummary)
  /// Redone.
  case doneAgain(ChangeSummary)
}
