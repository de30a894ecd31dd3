import Foundation
import Inventory
import Reprise

/// Changes data, undoes and redoes changes, and shows what was done.
extension AppContext {
  /// Makes a change, says what it was, and updates every screen.
  @discardableResult
  func perform(_ edit: Edit) -> Bool {
    guard !refuseDuringLongChange() else { return false }
    guard let summary = attempt({ try store.changes.perform(edit, session: session) }) else {
      return false
    }
    show(.done(summary))
    return true
  }

  /// Makes a category, which undo does not cover; `nil` after a failure, which it has reported.
  func makeCategory(named name: String) -> UUID? {
    guard !refuseDuringLongChange() else { return nil }
    let made = attempt { try store.items.addCategory(named: name, session: session) }
    guard let made else { return nil }
    disk.noteChange()
    notice("Added the category “\(shortened(name, toLeave: 26))”")
    dataDidChange()
    return made
  }

  /// Stores settings, which undo does not cover; returns whether they are stored.
  func change(_ settings: InventorySettings) -> Bool {
    guard !refuseDuringLongChange() else { return false }
    let isNew = attempt { try store.settings.change(settings, session: session) }
    guard let isNew else { return false }
    if isNew {
      disk.noteChange()
      dataDidChange()
    }
    return true
  }

  func undo() {
    if beginLongChange(.undo) { return }
    guard let summary = attempt(undoLast) else { return dataDidChange() }
    if let summary { show(.undone(summary)) } else { notice("Nothing to undo") }
  }

  /// Undoes the last change.
  ///
  /// A draft comes back before the log says so: a kill in between must not leave it out of reach.
  private func undoLast() throws -> ChangeSummary? {
    guard let next = try store.changes.nextUndo(session: session), next.action == .discarded,
      let draft = next.uuid
    else { return try store.changes.undo(session: session) }
    let isKept = try drafts.restore(draft)
    endedDrafts.forget(draft)
    let undone = try store.changes.undo(session: session)
    guard isKept else {
      throw UsageFailure(status: .failure, message: "That draft is no longer kept")
    }
    disk.noteDraft()
    return undone
  }

  func redo() {
    if beginLongChange(.redo) { return }
    guard let summary = attempt(redoLast) else { return dataDidChange() }
    if let summary { show(.doneAgain(summary)) } else { notice("Nothing to redo") }
  }

  /// Redoes the last undone change; a draft goes after the log says so.
  private func redoLast() throws -> ChangeSummary? {
    guard let next = try store.changes.nextRedo(session: session), next.action == .discarded,
      let draft = next.uuid
    else { return try store.changes.redo(session: session) }
    if let draft = try drafts.draft(draft), isOpenElsewhere(draft) {
      throw UsageFailure(status: .failure, message: Self.isElsewhere)
    }
    let redone = try store.changes.redo(session: session)
    end(draft, .discarded(by: session))
    disk.noteDraft()
    return redone
  }

  /// Says what a change was and updates every screen.
  ///
  /// - Parameter words: What to say instead of what is said of any such change.
  func show(_ change: LastChange, saying words: String? = nil) {
    disk.noteChange()
    notice(words ?? line(for: change))
    dataDidChange()
    if case .undone(let summary) = change, summary.action == .discarded, let draft = summary.uuid {
      select(draft: draft)
    }
  }

  /// Says what the last change was if a kill came after data was stored and before state was, so that the
  /// restored screen does not know of it.
  func announceChange(after version: Int64) {
    guard version < .max, store.database.dataVersion == version + 1,
      let change = attempt({ try store.changes.lastChange(session: session) }) ?? nil
    else { return }
    unannouncedChange = line(for: change)
    unannouncedRow = Self.row(of: change)
    finishDiscarding(change)
  }

  /// The row that a change selects; `nil` if it leaves the selection where it was.
  private static func row(of change: LastChange) -> UnannouncedRow? {
    switch change {
    case .done(let summary)
    where summary.subject == .item && [.created, .changed].contains(summary.action):
      summary.uuid.map {
        .item(
          SavedItem(uuid: $0, name: summary.name, isNew: summary.action == .created))
      }
    case .undone(let summary) where summary.action == .discarded:
      summary.uuid.map(UnannouncedRow.draft)
    default: nil
    }
  }

  /// Brings a draft in line with the log after a kill between the two.
  func finishDiscarding(_ change: LastChange) {
    _ = attempt {
      switch change {
      case .done(let summary), .doneAgain(let summary):
        guard summary.action == .discarded, let draft = summary.uuid else { return }
        end(draft, .discarded(by: session))
      case .undone(let summary):
        guard summary.action == .discarded, let draft = summary.uuid else { return }
        try drafts.restore(draft)
      }
    }
  }

  func line(for change: LastChange) -> String {
    switch change {
    case .undone(let summary): "Undone: \(summary.description)"
    case .doneAgain(let summary): "Redone: \(summary.description)"
    case .done(let summary) where summary.action == .trashed && summary.count == 0:
      "It is in the trash already"
    case .done(let summary) where [.trashed, .discarded, .archived].contains(summary.action):
      "\(shortened(summary).description.capitalizedFirst) — u undo"
    case .done(let summary) where summary.action == .created && summary.subject == .attachment:
      withItem(summary.description.capitalizedFirst, ofAttachment: summary.uuid)
    case .done(let summary):
      summary.description.capitalizedFirst
    }
  }

  /// A line with the item that an attachment belongs to, as far as there is room for its name.
  private func withItem(_ line: String, ofAttachment uuid: UUID?) -> String {
    guard let uuid, let found = try? attachments.fetch(uuid),
      let item = try? store.items.fetch(found.item)
    else { return line }
    let width = application?.window.frame.width ?? Window.usualMinimumSize.width
    // A blank on each side of the line, " to " and the quotation marks.
    let room = width - 2 - CellText.width(of: line) - 6
    guard room >= min(8, CellText.width(of: item.name)) else { return line }
    return line + " to “\(CellText(item.name).truncated(toWidth: room).string)”"
  }

  /// The change with its name cut, so that the hint for undo fits.
  private func shortened(_ summary: ChangeSummary) -> ChangeSummary {
    var summary = summary
    summary.name = shortened(summary.name, toLeave: 38)
    return summary
  }

  /// Cuts a name so that a line of the window has some columns left for other words.
  func shortened(_ name: String, toLeave columns: Int) -> String {
    let width = application?.window.frame.width ?? Window.usualMinimumSize.width
    return CellText(name).truncated(toWidth: max(8, width - columns)).string
  }
}
