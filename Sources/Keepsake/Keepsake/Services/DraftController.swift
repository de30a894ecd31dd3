import Foundation
import Inventory
import Reprise

/// A form on the screen, whose text is kept as a draft.
protocol DraftForm: AnyObject {
  var draftID: UUID { get }
  /// The item that the form edits; `nil` for a new one.
  var itemUUID: UUID? { get }
  /// The draft to store.
  var draft: Draft { get }
  /// Whether the form differs from the item.
  var isTouched: Bool { get }
  /// Whether a draft was ever stored.
  var hasDraft: Bool { get }
  /// Whether something typed is not in the stored draft yet.
  var isUnsaved: Bool { get set }
  /// Whether fields were changed both here and elsewhere.
  var hasConflicts: Bool { get }
  /// Whether what is typed is sealed with the passphrase.
  var isPrivate: Bool { get }

  /// Makes a new item private before it is saved, or open again.
  func setPrivate(_ isPrivate: Bool)

  /// Notes that the draft was stored.
  func noteStored()

  /// Reads the item again after a change; returns whether it still exists.
  @discardableResult
  func takeOver() -> Bool

  /// Leaves what was typed as a draft; returns whether the form may be closed.
  func leave() -> Bool
}

/// Keeps what is typed in forms as drafts.
///
/// A draft has one owner, the window whose form shows it, or none while it waits.
final class DraftController {
  /// The line about a draft that cannot be opened.
  static let isElsewhere = "This draft is open in another window, or gone"

  /// The stored drafts.
  private(set) var store: DraftStore

  /// The drafts that no form shows, latest first.
  private(set) var waiting: [Draft] = []

  /// The items with a draft that waits or is open in another window; lists mark them.
  private(set) var draftedItems: Set<UUID> = []

  /// The forms on the screen by draft.
  private(set) var openForms: [UUID: any DraftForm] = [:]

  /// The ended drafts that the disk would not remove yet.
  private var endedDrafts = EndedDrafts()

  /// The session that owns the drafts of this window.
  let session: String

  private let inventory: InventoryStore
  private let isSessionInUse: (String) -> Bool
  private let notices: NoticeCenter
  private let updater: ScreenUpdater
  private let disk: DurabilityScheduler

  init(
    _ drafts: DraftStore, of inventory: InventoryStore, _ configuration: AppContext.Configuration,
    _ notices: NoticeCenter, _ updater: ScreenUpdater, _ disk: DurabilityScheduler
  ) {
    store = drafts
    self.inventory = inventory
    session = configuration.session
    isSessionInUse = configuration.isSessionInUse
    self.notices = notices
    self.updater = updater
    self.disk = disk
  }

  /// Reads the drafts of others than this window's forms.
  func load() {
    let all = notices.attempt { try store.drafts() } ?? []
    let others = all.filter { openForms[$0.uuid] == nil && !endedDrafts.contains($0.uuid) }
    waiting = others.filter { !isOpenElsewhere($0) }
    draftedItems = Set(others.compactMap(\.itemUUID))
  }

  /// A stored draft.
  func draft(_ uuid: UUID) throws -> Draft? { try store.draft(uuid) }

  /// Whether a draft is private.
  func isPrivate(_ uuid: UUID) -> Bool {
    (openForms[uuid]?.draft ?? (try? store.draft(uuid)))?.isPrivate == true
  }

  // MARK: - Owners

  /// Whether a form of another window shows a draft.
  func isOpenElsewhere(_ draft: Draft) -> Bool {
    guard let owner = draft.session, owner != session else { return false }
    return isSessionInUse(owner)
  }

  /// Whether a form of another window edits an item.
  func isOpenElsewhere(item: UUID) -> Bool {
    (notices.attempt { try store.drafts(of: item) } ?? []).contains(where: isOpenElsewhere)
  }

  /// Takes a draft for a form of this window.
  ///
  /// - Returns: The draft as stored now; `nil` if it is gone or another window has it.
  func claim(_ draft: Draft) throws -> Draft? {
    guard !isOpenElsewhere(draft) else { return nil }
    if draft.session != session {
      guard try store.claim(draft.uuid, for: session, from: draft.session) else { return nil }
    }
    return try store.draft(draft.uuid)
  }

  /// Takes the newest free draft about an item for a form of this window.
  func claimDraft(of item: UUID) throws -> Draft? {
    for draft in try store.drafts(of: item)
    where !endedDrafts.contains(draft.uuid) && !draft.isSealed {
      if let claimed = try claim(draft) { return claimed }
    }
    return nil
  }

  /// Leaves a draft of this window waiting.
  func release(_ uuid: UUID) throws { try store.release(uuid, of: session) }

  // MARK: - Forms

  /// Notes that a form came on the screen.
  func open(_ form: any DraftForm) {
    openForms[form.draftID] = form
    // Its draft no longer waits, so no list may show it, now or after a restart. During restoration
    // nothing is shown yet.
    if !updater.isLaunching { updater.showData() }
  }

  /// Notes that a form left the screen.
  func close(_ form: any DraftForm) {
    openForms[form.draftID] = nil
    updater.dataDidChange()
  }

  /// Leaves all forms; what was typed waits as drafts.
  ///
  /// - Returns: Whether all may be closed.
  func leaveForms() -> Bool {
    guard openForms.values.allSatisfy({ $0.leave() }) else { return false }
    openForms = [:]
    return true
  }

  /// Forgets the forms, whose screens are about to close.
  func forgetForms() { openForms = [:] }

  /// Forgets the form of a draft that is gone.
  func forgetForm(of draft: UUID) { openForms[draft] = nil }

  // MARK: - Storing

  /// Stores what was typed in this event, before anything else happens to a draft.
  ///
  /// The redo record of the last turn is outdated then, so it is removed.
  ///
  /// - Returns: Whether everything typed is stored.
  @discardableResult
  func commit() -> Bool { commit(redo: nil) }

  /// Stores what was typed since the last turn, in one transaction with the redo record of this turn's state,
  /// before the state itself.
  ///
  /// - Returns: Whether everything typed is stored.
  @discardableResult
  func commit(redo: Data?) -> Bool {
    do {
      try put(redo)
    } catch {
      notices.showWarning("Your typing isn't being saved: \(notices.words(for: error))")
      return false
    }
    notices.showWarning(unwritable ?? settleEndedDrafts() ?? disk.warning)
    return true
  }

  private func put(_ record: Data?) throws {
    var changed = openForms.values.filter(\.isUnsaved)
    guard !changed.isEmpty else { return }
    let redo = DraftStore.Redo(session: session, record: record)
    do throws(InventoryError) {
      try store.put(changed.map(\.draft), redo: redo)
    } catch {
      guard error.kind == .replaced else { throw error }
      try reopen()
      changed = openForms.values.filter(\.isUnsaved)
      try store.put(changed.map(\.draft), redo: redo)
    }
    changed.forEach { $0.noteStored() }
    disk.noteDraft()
  }

  /// Why nothing can be saved in this window, if nothing can.
  private var unwritable: String? {
    (inventory.database.unwritable ?? store.unwritable)
      .map { notices.words(for: $0).capitalizedFirst }
  }

  /// The record of the last turn's state, for the launch after a kill.
  func redoRecord() -> Data? { notices.attempt { try store.redoRecord(of: session) } ?? nil }

  /// Forgets the records of sessions that were discarded.
  func forgetRedo(of sessions: [String]) {
    for session in sessions { notices.attempt { try store.forgetRedo(of: session) } }
  }

  // MARK: - The file

  /// Reads the drafts again; returns whether another window changed any.
  func refresh() throws -> Bool {
    do throws(InventoryError) {
      return try store.refresh()
    } catch {
      guard error.kind == .replaced else { throw error }
      try reopen()
      return true
    }
  }

  /// Reopens the drafts after another process replaced their file.
  ///
  /// The next turn stores the open forms again.
  private func reopen() throws {
    store = try store.reopened()
    disk.replaceDrafts(with: store)
    for form in openForms.values where form.hasDraft || form.isTouched { form.isUnsaved = true }
  }

  /// Opens for writing what was read-only at the start, if the disk allows that now.
  func recover() -> Bool { store.recover() }

  /// Releases what can be read again.
  func releaseMemory() { store.releaseMemory() }

  // MARK: - Ending

  /// Ends a draft; the end of the turn removes it, or a later turn if the disk refuses.
  func end(_ draft: UUID, _ end: EndedDrafts.End) { endedDrafts.add(draft, end) }

  /// Drops a draft of this window: it is saved, or empty.
  func drop(_ draft: UUID) { end(draft, .dropped(of: session)) }

  /// Removes ended drafts.
  ///
  /// - Returns: Why that failed; `nil` if it didn't.
  private func settleEndedDrafts() -> String? {
    do {
      try endedDrafts.settle(in: store)
      return nil
    } catch {
      return "A finished draft can't be removed: \(notices.words(for: error))"
    }
  }

  /// Drops drafts whose items are saved: a kill came between the two steps.
  func dropSaved() {
    _ = notices.attempt {
      for draft in try store.drafts()
      where openForms[draft.uuid] == nil && !isOpenElsewhere(draft) && !draft.isSealed {
        guard let item = try inventory.items.fetch(draft.itemUUID ?? draft.uuid) else { continue }
        if draft.itemUUID == nil
          || draft.saysNothing(beyond: item, currency: inventory.database.currency)
        {
          end(draft.uuid, .dropped(of: draft.session))
        }
      }
    }
  }

  /// Discards a draft at once.
  ///
  /// - Throws: `UsageFailure` if another window has it, and what the disk says.
  func discard(_ uuid: UUID) throws {
    guard try store.discard(uuid, of: session) else {
      throw UsageFailure(status: .failure, message: Self.isElsewhere)
    }
  }

  /// Brings a discarded draft back; returns whether it was still kept.
  @discardableResult
  func restore(_ uuid: UUID) throws -> Bool {
    let isKept = try store.restore(uuid)
    endedDrafts.forget(uuid)
    return isKept
  }

  /// Whether a draft was discarded and is kept for undo.
  func isDiscarded(_ uuid: UUID) throws -> Bool { try store.isDiscarded(uuid) }

  // MARK: - Privacy

  /// Seals the drafts of an item that has become private.
  func seal(draftsOf item: UUID) throws {
    for var draft in try store.drafts(of: item) {
      draft.isPrivate = true
      try store.put([draft])
    }
    try store.eraseFormerDrafts(of: item)
  }

  /// Overwrites what the file still holds of drafts that were open once.
  func eraseFormerDrafts(of uuid: UUID) throws { try store.eraseFormerDrafts(of: uuid) }

  // MARK: - Names

  /// The name typed in a draft, or that of its item, or nothing.
  func name(of draft: Draft) -> String {
    if let name = draft.fields[.name], !name.isEmpty { return name }
    let item = draft.itemUUID.flatMap { uuid in
      notices.attempt { try inventory.items.fetch(uuid) } ?? nil
    }
    return item?.name ?? ""
  }

  /// The title of a draft: the name typed in it, or that of its item.
  func title(of draft: Draft) -> String {
    if draft.isSealed { return Item.privateName }
    let name = name(of: draft)
    return name.isEmpty ? "unnamed" : name
  }
}
