import Foundation
import Inventory
import Reprise

/// A draft has one owner: the window whose form shows it, or nobody while it waits.
extension AppContext {
  /// The line about a draft that cannot be opened.
  static let isElsewhere = "This draft is open in another window, or gone"

  /// Whether a form of another window shows a draft.
  func isOpenElsewhere(_ draft: Draft) -> Bool {
    guard let owner = draft.session, owner != session else { return false }
    return isSessionInUse(owner)
  }

  /// Takes a draft for a form of this window.
  ///
  /// - Returns: The draft as stored now; `nil` if it is gone or another window has it.
  func claim(_ draft: Draft) throws -> Draft? {
    guard !isOpenElsewhere(draft) else { return nil }
    if draft.session != session {
      guard try drafts.claim(draft.uuid, for: session, from: draft.session) else { return nil }
    }
    return try drafts.draft(draft.uuid)
  }

  /// Takes the newest free draft about an item for a form of this window.
  func claimDraft(of item: UUID) throws -> Draft? {
    for draft in try drafts.drafts(of: item)
    where !endedDrafts.contains(draft.uuid) && !draft.isSealed {
      if let claimed = try claim(draft) { return claimed }
    }
    return nil
  }

  // MARK: - Storing

  /// Stores what was typed in this event, before anything else happens to a draft.
  ///
  /// The redo record of the last turn is outdated then, so it is removed.
  ///
  /// - Returns: Whether everything typed is stored.
  @discardableResult
  func storeDrafts() -> Bool { commitDrafts(redo: nil) }

  /// Stores what was typed since the last turn, in one transaction with the redo record of this turn's state,
  /// before the state itself.
  ///
  /// - Returns: Whether everything typed is stored.
  @discardableResult
  func commitDrafts(redo: Data?) -> Bool {
    do {
      try putDrafts(redo)
    } catch {
      application?.window.warning = "What you type is not being kept: \(words(for: error))"
      return false
    }
    application?.window.warning = unwritable ?? settleEndedDrafts() ?? disk.warning
    return true
  }

  /// Removes ended drafts; returns why that fails.
  private func settleEndedDrafts() -> String? {
    do {
      try endedDrafts.settle(in: drafts)
      return nil
    } catch {
      return "A finished draft cannot be removed: \(words(for: error))"
    }
  }

  /// Ends a draft; the end of the turn removes it, or a later turn if the disk refuses.
  func end(_ draft: UUID, _ end: EndedDrafts.End) { endedDrafts.add(draft, end) }

  /// Drops drafts whose items are saved: a kill came between the two steps.
  func dropSavedDrafts() {
    _ = attempt {
      for draft in try drafts.drafts()
      where openForms[draft.uuid] == nil && !isOpenElsewhere(draft) && !draft.isSealed {
        guard let item = try store.items.fetch(draft.itemUUID ?? draft.uuid) else { continue }
        if draft.itemUUID == nil
          || draft.saysNothing(beyond: item, currency: store.database.currency)
        {
          end(draft.uuid, .dropped(of: draft.session))
        }
      }
    }
  }

  private func putDrafts(_ record: Data?) throws {
    var changed = openForms.values.filter(\.isUnsaved)
    guard !changed.isEmpty else { return }
    let redo = DraftStore.Redo(session: session, record: record)
    do throws(InventoryError) {
      try drafts.put(changed.map(\.draft), redo: redo)
    } catch {
      guard error.kind == .replaced else { throw error }
      try reopenDrafts()
      changed = openForms.values.filter(\.isUnsaved)
      try drafts.put(changed.map(\.draft), redo: redo)
    }
    changed.forEach { $0.noteStored() }
    disk.noteDraft()
  }

  /// Reads the drafts again; returns whether another window changed any.
  func refreshDrafts() throws -> Bool {
    do throws(InventoryError) {
      return try drafts.refresh()
    } catch {
      guard error.kind == .replaced else { throw error }
      try reopenDrafts()
      return true
    }
  }

  // MARK: - Discarding

  /// Discards a draft of the list; undo brings it back.
  func discard(_ draft: Draft) {
    guard !isOpenElsewhere(draft) else { return notice(Self.isElsewhere) }
    discard(draft.uuid, called: name(of: draft))
  }

  /// Discards a draft; undo brings it back.
  ///
  /// The log says so first. After a kill in between the draft is still there, and the next launch
  /// discards it.
  ///
  /// - Returns: Whether it was discarded; a failure has been reported.
  @discardableResult
  func discard(_ uuid: UUID, called name: String) -> Bool {
    guard !refuseDuringLongChange() else { return false }
    let form = openForms.removeValue(forKey: uuid)
    let summary = attempt {
      let draft = form?.draft ?? (try? drafts.draft(uuid))
      // The log names it for good.
      let logged = draft?.isPrivate == true ? Item.privateName : name
      let summary = try store.changes.perform(.discardDraft(uuid, name: logged), session: session)
      do {
        guard try drafts.discard(uuid, of: session) else {
          throw UsageFailure(status: .failure, message: Self.isElsewhere)
        }
      } catch let error as InventoryError {
        // If the log cannot be rolled back either, the draft goes as soon as the disk allows.
        if (try? store.changes.undo(session: session)) ?? nil != nil { throw error }
        endedDrafts.add(uuid, .discarded(by: session))
      } catch {
        _ = try? store.changes.undo(session: session)
        throw error
      }
      return summary
    }
    guard let summary else {
      openForms[uuid] = form
      return false
    }
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

  // MARK: - Names

  /// The name typed in a draft, or that of its item, or nothing.
  private func name(of draft: Draft) -> String {
    if let name = draft.fields[.name], !name.isEmpty { return name }
    let item = draft.itemUUID.flatMap { uuid in attempt { try store.items.fetch(uuid) } ?? nil }
    return item?.name ?? ""
  }

  /// The title of a draft: the name typed in it, or that of its item.
  func title(of draft: Draft) -> String {
    if draft.isSealed { return Item.privateName }
    let name = name(of: draft)
    return name.isEmpty ? "without a name" : name
  }

  // MARK: - Showing

  /// Goes to the waiting drafts in the list of all items.
  func showDrafts() {
    guard let list = allItems, let draft = waitingDrafts.first else { return }
    tabs?.selectedIndex = 0
    list.splitViewController?.show(.primary)
    list.navigationController?.popToRootViewController()
    list.endFiltering()
    select(draft: draft.uuid)
  }

  /// Selects a draft if the list in front shows drafts.
  func select(draft: UUID) {
    select(Self.row(ofDraft: draft))
  }

  /// The identifier of a draft's row.
  static func row(ofDraft draft: UUID) -> String { "draft \(draft.digits)" }

  /// Selects a row of the list in front, if it is there.
  func select(_ identifier: String) {
    frontScreen?.select(identifier)
  }

  /// Selects the item that a form saved in the list in front, or says why the list does not show it.
  func showSaved(_ model: ItemFormModel) {
    frontScreen?.show(
      saved: SavedItem(
        uuid: model.itemUUID ?? model.draftID, name: model[.name], isNew: !model.isStored))
  }

  /// Selects the row of a change that a kill cut off from the state, or says why the list doesn't show it.
  func selectUnannouncedRow() {
    switch unannouncedRow {
    case .item(let item): frontScreen?.show(saved: item)
    case .draft(let draft): select(draft: draft)
    case nil: break
    }
  }

  /// The identifier of the selected row of the list in front.
  var selectedIdentifier: String? {
    frontScreen?.selectedIdentifier
  }

  private var frontScreen: ScreenController? { tabs?.innermostChild as? ScreenController }

  private var allItems: ScreenController? {
    let split = tabs?.viewControllers.first as? SplitViewController
    let stack = split?.viewController(for: .primary) as? NavigationController
    return stack?.viewControllers.first as? ScreenController
  }
}
