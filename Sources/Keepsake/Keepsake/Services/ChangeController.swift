import Foundation
import Inventory
import Reprise

/// Changes data, undoes and redoes changes, and shows what was done.
final class ChangeController {
  let store: InventoryStore
  let session: String
  private let drafts: DraftController
  let notices: NoticeCenter
  let updater: ScreenUpdater
  private let navigator: Navigator
  private let launch: LaunchNotices
  private let disk: DurabilityScheduler
  let words: ChangeWords
  let backgroundChanges: BackgroundChanges

  init(
    _ store: InventoryStore, session: String, _ drafts: DraftController, _ notices: NoticeCenter,
    _ updater: ScreenUpdater, _ navigator: Navigator, _ launch: LaunchNotices,
    _ disk: DurabilityScheduler, _ backgroundChanges: BackgroundChanges
  ) {
    self.store = store
    self.session = session
    self.drafts = drafts
    self.notices = notices
    self.updater = updater
    self.navigator = navigator
    self.launch = launch
    self.disk = disk
    self.backgroundChanges = backgroundChanges
    words = ChangeWords(store, notices)
  }

  // MARK: - Changing

  /// Makes a change, reports it, and updates every screen.
  ///
  /// A change of many items ends later: a sheet shows its progress, and Esc cancels it.
  ///
  /// - Parameter line: The line about the change, instead of the usual one.
  /// - Returns: Whether the change was made, or has begun.
  @discardableResult
  func perform(_ edit: Edit, saying line: ((ChangeSummary) -> String)? = nil) -> Bool {
    guard !backgroundChanges.refusesChanges() else { return false }
    let hasBegun = backgroundChanges.begin(edit) { [weak self] change in
      if case .done(let summary) = change { self?.show(change, saying: line?(summary)) }
    }
    if hasBegun { return true }
    return perform(saying: line) { try store.changes.perform(edit, session: $0) }
  }

  /// Makes a change that also stores or rewrites files, reports it, and updates every screen.
  ///
  /// - Parameters:
  ///   - line: The line about the change, instead of the usual one.
  ///   - change: Makes the change as the given session.
  /// - Returns: Whether the change was made.
  @discardableResult
  func perform(
    saying line: ((ChangeSummary) -> String)? = nil,
    _ change: (_ session: String) throws -> ChangeSummary
  ) -> Bool {
    guard !backgroundChanges.refusesChanges(),
      let summary = notices.attempt({ try change(session) })
    else { return false }
    show(.done(summary), saying: line?(summary))
    return true
  }

  /// Why a change can't be made; `nil` if it can.
  func refusal(of edit: Edit) -> String? {
    do {
      try store.changes.rehearse(edit, session: session)
      return nil
    } catch {
      return notices.words(for: error).capitalizedFirst
    }
  }

  /// Makes a category, which undo does not cover; `nil` after a failure, which it has reported.
  func makeCategory(named name: String) -> UUID? {
    guard !backgroundChanges.refusesChanges() else { return nil }
    let made = notices.attempt { try store.items.addCategory(named: name, session: session) }
    guard let made else { return nil }
    disk.noteChange()
    notices.show("Added category “\(notices.shortened(name, toLeave: 26))”")
    updater.dataDidChange()
    return made
  }

  /// Stores settings, which undo does not cover; returns whether they are stored.
  func change(_ settings: InventorySettings) -> Bool {
    guard !backgroundChanges.refusesChanges() else { return false }
    let isNew = notices.attempt { try store.settings.change(settings, session: session) }
    guard let isNew else { return false }
    if isNew { didStore() }
    return true
  }

  /// Updates every screen after data was stored that undo does not cover.
  func didStore() {
    disk.noteChange()
    updater.dataDidChange()
  }

  /// Reports what a change was and updates every screen.
  ///
  /// - Parameter line: The line to show instead of the usual one.
  func show(_ change: LastChange, saying line: String? = nil) {
    disk.noteChange()
    notices.show(line ?? words.line(for: change))
    updater.dataDidChange()
    if case .undone(let summary) = change, summary.action == .discarded, let draft = summary.uuid {
      navigator.select(draft: draft)
    }
  }

  // MARK: - Undo

  func undo() {
    if backgroundChanges.begin(.undo, didEnd: { [weak self] in self?.show($0) }) { return }
    guard let summary = notices.attempt(undoLast) else { return updater.dataDidChange() }
    if let summary { show(.undone(summary)) } else { notices.show("Nothing to undo") }
  }

  /// Undoes the last change.
  ///
  /// A draft comes back before the log records that: a kill in between must not leave it out of reach.
  private func undoLast() throws -> ChangeSummary? {
    guard let next = try store.changes.nextUndo(session: session), next.action == .discarded,
      let draft = next.uuid
    else { return try store.changes.undo(session: session) }
    let isKept = try drafts.restore(draft)
    let undone = try store.changes.undo(session: session)
    guard isKept else {
      throw UsageFailure(status: .failure, message: "That draft no longer exists")
    }
    disk.noteDraft()
    return undone
  }

  func redo() {
    if backgroundChanges.begin(.redo, didEnd: { [weak self] in self?.show($0) }) { return }
    guard let summary = notices.attempt(redoLast) else { return updater.dataDidChange() }
    if let summary { show(.doneAgain(summary)) } else { notices.show("Nothing to redo") }
  }

  /// Redoes the last undone change; a draft is removed after the log records that.
  private func redoLast() throws -> ChangeSummary? {
    guard let next = try store.changes.nextRedo(session: session), next.action == .discarded,
      let draft = next.uuid
    else { return try store.changes.redo(session: session) }
    if let draft = try drafts.draft(draft), drafts.isOpenElsewhere(draft) {
      throw UsageFailure(status: .failure, message: DraftController.isElsewhere)
    }
    let redone = try store.changes.redo(session: session)
    drafts.end(draft, .discarded(by: session))
    disk.noteDraft()
    return redone
  }

  // MARK: - Discarding drafts

  /// Discards a draft of the list; undo brings it back.
  func discard(_ draft: Draft) {
    guard !drafts.isOpenElsewhere(draft) else { return notices.show(DraftController.isElsewhere) }
    discard(draft.uuid, called: drafts.name(of: draft))
  }

  /// Discards a draft; undo brings it back.
  ///
  /// The log records it first. After a kill in between the draft is still there, and the next launch
  /// discards it.
  ///
  /// - Returns: Whether it was discarded; a failure has been reported.
  @discardableResult
  func discard(_ uuid: UUID, called name: String) -> Bool {
    guard !backgroundChanges.refusesChanges() else { return false }
    let summary = notices.attempt {
      // The log keeps the name.
      let logged = drafts.isPrivate(uuid) ? Item.privateName : name
      let summary = try store.changes.perform(.discardDraft(uuid, name: logged), session: session)
      do {
        try drafts.discard(uuid)
      } catch let error as InventoryError {
        // If the log cannot be rolled back either, the draft goes as soon as the disk allows.
        if (try? store.changes.undo(session: session)) ?? nil != nil { throw error }
        drafts.end(uuid, .discarded(by: session))
      } catch {
        _ = try? store.changes.undo(session: session)
        throw error
      }
      return summary
    }
    guard let summary else { return false }
    drafts.forgetForm(of: uuid)
    disk.noteDraft()
    show(.done(summary))
    return true
  }

  /// Whether a draft was discarded, including by a step that a kill cut short.
  func wasDiscarded(_ uuid: UUID) throws -> Bool {
    if try drafts.isDiscarded(uuid) { return true }
    switch try store.changes.lastChange(session: session) {
    case .done(let summary), .doneAgain(let summary):
      return summary.action == .discarded && summary.uuid == uuid
    case .undone, nil: return false
    }
  }

  // MARK: - After a kill

  /// Prepares the notice about the last change if a kill came after data was stored and before state was, so
  /// that the restored screen doesn't know of it.
  func announceChange(after version: Int64) {
    guard version < .max, store.database.dataVersion == version + 1,
      let change = notices.attempt({ try store.changes.lastChange(session: session) }) ?? nil
    else { return }
    launch.noteChange(words.line(forUnseen: change), selecting: Self.row(of: change))
    finishDiscarding(change)
  }

  /// The row that a change selects; `nil` if it leaves the selection where it was.
  private static func row(of change: LastChange) -> LaunchNotices.Row? {
    switch change {
    case .done(let summary)
    where summary.subject == .item && [.created, .changed].contains(summary.action):
      summary.uuid.map {
        .item(SavedItem(uuid: $0, name: summary.name, isNew: summary.action == .created))
      }
    case .undone(let summary) where summary.action == .discarded:
      summary.uuid.map(LaunchNotices.Row.draft)
    default: nil
    }
  }

  /// Brings a draft in line with the log after a kill between the two.
  private func finishDiscarding(_ change: LastChange) {
    _ = notices.attempt {
      switch change {
      case .done(let summary), .doneAgain(let summary):
        guard summary.action == .discarded, let draft = summary.uuid else { return }
        drafts.end(draft, .discarded(by: session))
      case .undone(let summary):
        guard summary.action == .discarded, let draft = summary.uuid else { return }
        try drafts.restore(draft)
      }
    }
  }
}
