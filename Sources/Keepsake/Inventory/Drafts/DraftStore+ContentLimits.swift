import Foundation

/// Content limits hide drafts as they hide items.
extension DraftStore {
  /// Shows from now on only the drafts that the limits of an inventory's login allow.
  ///
  /// A draft typed under the same limits is always shown, whatever rating it contains.
  public func hide(by inventory: InventoryDatabase) {
    limits.withLock { $0 = inventory }
  }

  /// The limits under which a draft is typed, as a text.
  var limitsText: String { limits.withLock { $0 }?.limits.text ?? "" }

  /// The drafts that the login may see.
  func shown(_ drafts: [Draft]) throws(InventoryError) -> [Draft] {
    guard let inventory = limits.withLock({ $0 }), !inventory.limits.isNone else {
      return drafts
    }
    var shown: [Draft] = []
    for draft in drafts where try !isHidden(draft, inventory) { shown.append(draft) }
    return shown
  }

  private func isHidden(
    _ draft: Draft, _ inventory: InventoryDatabase
  ) throws(InventoryError) -> Bool {
    if let item = draft.itemUUID, try inventory.hides(item) { return true }
    let limits = inventory.limits
    guard draft.limits != limits.text else { return false }
    return draft.isPrivate || limits.isHidden(rating: draft.fields[.rating] ?? "")
  }
}
