import Foundation
import Inventory
import Reprise

/// Whose a draft is: one window has it in a form, or it waits for one.
extension AppContext {
  /// What is said about a draft that cannot be had.
  static let isElsewhere = "This draft is open in another window, or gone"

  /// Whether a draft is in a form of another window.
  func isOpenElsewhere(_ draft: Draft) -> Bool {
    guard let owner = draft.session, owner != session else { return false }
    return isSessionInUse(owner)
  }

  /// Takes a draft into a form of this window.
  ///
  /// - Returns: The draft as it is now; nil when it is gone or another window has it.
  func claim(_ draft: Draft) throws -> Draft? {
    guard !isOpenElsewhere(draft) else { return nil }
    if draft.session != session {
      guard try drafts.claim(draft.uuid, for: session, from: draft.session) else { return nil }
    }
    return try drafts.draft(draft.uuid)
  }

  /// Takes what was typed about an item into a form of this window, the newest that can be had.
  func claimDraft(of item: UUID) throws -> Draft? {
    for draft in try drafts.drafts(of: item) where !endedDrafts.contains(draft.uuid) {
      if let claimed = try claim(draft) { return claimed }
    }
    return nil
  }

  // MARK: - Storing

  /// Stores what was typed, and the state with it, before anything else becomes of a draft.
  ///
  /// - Returns: Whether everything that was typed is stored.
  @discardableResult
  func storeDrafts() -> Bool {
    application?.prepareForDataChange()
    return !openForms.values.contains(where: \.isUnsaved)
  }

  /// Stores what was typed since the last turn, in one transaction with what the state of this turn
  /// is made of, before the state itself (design 2).
  ///
  /// - Returns: Whether everything that was typed is stored.
  @discardableResult
  func commitDrafts() -> Bool {
    do {
      try putDrafts()
    } catch {
      application?.window.warning = "What you type is not being kept: \(words(for: error))"
      return false
    }
    application?.window.warning = unwritable ?? settleEndedDrafts() ?? disk.warning
    return true
  }

  /// Has the drafts go that are done with; says why they cannot.
  private func settleEndedDrafts() -> String? {
    do {
      try endedDrafts.settle(in: drafts)
      return nil
    } catch {
      return "A draft that is done with cannot be removed: \(words(for: error))"
    }
  }

  /// Has a draft go that is done with: now, or as soon as the disk lets it.
  func end(_ draft: UUID, _ end: EndedDrafts.End) {
    endedDrafts.add(draft, end)
    try? endedDrafts.settle(in: drafts)
  }

  /// Drops drafts that were saved: a kill came between saving the item and dropping its draft.
  func dropSavedDrafts() {
    _ = attempt {
      for draft in try drafts.drafts()
      where openForms[draft.uuid] == nil && !isOpenElsewhere(draft) {
        guard let item = try store.item(draft.itemUUID ?? draft.uuid) else { continue }
        if draft.itemUUID == nil || draft.saysNothing(beyond: item, currency: store.currency) {
          end(draft.uuid, .dropped(of: draft.session))
        }
      }
    }
  }

  private func putDrafts() throws {
    var changed = openForms.values.filter(\.isUnsaved)
    guard !changed.isEmpty else { return }
    let redo = DraftStore.Redo(session: session, record: application?.redoRecord())
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

  /// Looks whether another window changed drafts.
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

  /// Throws a draft of the list away; undo brings it back.
  func discard(_ draft: Draft) {
    guard !isOpenElsewhere(draft) else { return notice(Self.isElsewhere) }
    discard(draft.uuid, called: name(of: draft))
  }

  /// Throws a draft away; undo brings it back.
  ///
  /// The log says so first: a kill in between leaves a draft that is there once more, and the next
  /// launch does to it what the log says.
  ///
  /// - Returns: Whether it was thrown away; says why not.
  @discardableResult
  func discard(_ uuid: UUID, called name: String) -> Bool {
    guard !refuseDuringLongChange() else { return false }
    application?.prepareForDataChange()
    let form = openForms.removeValue(forKey: uuid)
    let summary = attempt {
      let summary = try store.perform(.discardDraft(uuid, name: name), session: session)
      do {
        guard try drafts.discard(uuid, of: session) else {
          throw UsageFailure(status: .failure, message: Self.isElsewhere)
        }
      } catch let error as InventoryError {
        // What the log cannot take back either is done as soon as the disk lets it.
        if (try? store.undo(session: session)) ?? nil != nil { throw error }
        endedDrafts.add(uuid, .discarded(by: session))
      } catch {
        _ = try? store.undo(session: session)
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

  /// Whether a draft was thrown away; one whose discarding was cut short by a kill was, too.
  func wasDiscarded(_ uuid: UUID) throws -> Bool {
    if try drafts.isDiscarded(uuid) { return true }
    switch try store.lastChange(session: session) {
    case .done(let summary), .doneAgain(let summary):
      return summary.action == .discarded && summary.uuid == uuid
    case .undone, nil: return false
    }
  }

  // MARK: - Names

  /// The name typed in a draft, else that of its item, else nothing.
  private func name(of draft: Draft) -> String {
    if let name = draft.fields[.name], !name.isEmpty { return name }
    let item = draft.itemUUID.flatMap { uuid in attempt { try store.item(uuid) } ?? nil }
    return item?.name ?? ""
  }

  /// What a draft is called: the name typed in it, else the name of its item.
  func title(of draft: Draft) -> String {
    let name = name(of: draft)
    return name.isEmpty ? "without a name" : name
  }

  // MARK: - Showing

  /// Goes to the drafts that wait, in the list of all items.
  func showDrafts() {
    guard let list = allItems, let draft = waitingDrafts.first else { return }
    tabs?.selectedIndex = 0
    list.splitViewController?.show(.primary)
    list.navigationController?.popToRootViewController()
    list.endFiltering()
    select(draft: draft.uuid)
  }

  /// Selects a draft where drafts are listed, if that list is in front.
  func select(draft: UUID) {
    select("draft \(draft.uuidString)")
  }

  /// Selects a thing in the list in front, if it is there.
  func select(_ identifier: String) {
    frontScreen?.select(identifier)
  }

  /// Has the list in front select what a form saved, and say so where it does not show it.
  func showSaved(_ model: ItemFormModel) {
    frontScreen?.show(
      saved: SavedItem(
        uuid: model.itemUUID ?? model.draftID, name: model[.name], isNew: !model.isStored))
  }

  /// Has the list in front select what was saved when the program was killed.
  func selectUnheardItem() {
    if let item = unheardItem { select(item.uuidString) }
  }

  /// The thing that is selected in the list in front.
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
