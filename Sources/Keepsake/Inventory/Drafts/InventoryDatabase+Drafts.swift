import GRDB

/// What the login may see of the drafts.
extension InventoryDatabase {
  /// Withholds the drafts of withheld items, and brings back those that no limit hides any more.
  ///
  /// What is typed under the same limits stays with whoever types it, whatever rating stands in it.
  public func sortDrafts(_ drafts: DraftStore) throws(InventoryError) {
    let guide = guide
    if guide.limits.isNone {
      guard limitsOfDrafts != nil, drafts.unwritable == nil, unwritable == nil else { return }
      try drafts.bringBackWithheld()
      return try noteDrafts(sortedBy: nil)
    }
    let isNew = limitsOfDrafts != guide.limits.text
    try drafts.withhold { draft throws(InventoryError) in
      if let item = draft.itemUUID, try withholds(item) { return true }
      guard isNew || draft.session == nil else { return false }
      return draft.isPrivate || guide.hides(draft.fields[.rating] ?? "")
    }
    if isNew { try noteDrafts(sortedBy: guide.limits.text) }
  }

  private func noteDrafts(sortedBy limits: String?) throws(InventoryError) {
    try write(source: "limits") { transaction in
      try Meta.put(limits, for: Withheld.drafts, transaction.db)
      transaction.isDirty = true
    }
  }
}
