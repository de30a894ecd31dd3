import Foundation
import Inventory

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
    for draft in try drafts.drafts(of: item) {
      if let claimed = try claim(draft) { return claimed }
    }
    return nil
  }

  /// Throws a draft away for good.
  func discard(_ draft: Draft) {
    let isDone = attempt {
      try !isOpenElsewhere(draft) && drafts.delete(draft.uuid, of: draft.session)
    }
    guard let isDone else { return }
    notice(isDone ? "Draft discarded" : Self.isElsewhere)
    dataDidChange()
  }

  /// What a draft is called: the name typed in it, else the name of its item.
  func title(of draft: Draft) -> String {
    if let name = draft.fields[.name], !name.isEmpty { return name }
    let item = draft.itemUUID.flatMap { uuid in attempt { try store.item(uuid) } ?? nil }
    return item?.name ?? "without a name"
  }
}
