import GRDB

extension WriteTransaction {
  /// Hides what the login may not see, and brings back what it may see again, if the file is sorted by other limits.
  func sort(from limits: String) throws {
    guard limits != guide.limits.text else { return }
    try HouseholdTriggers.remove(db)
    try Withheld.bringBack(in: self, isForGood: true)
    if guide.limits.isNone {
      try Meta.put(nil, for: Withheld.limits, db)
    } else {
      try Withheld.hide(in: self, isFirst: true)
      try Meta.put(guide.limits.text, for: Withheld.limits, db)
      try Meta.put("", for: Withheld.drafts, db)
      try Meta.put("yes", for: Meta.traces, db)
    }
    try counts.apply(db)
    isDirty = true
  }

  /// Brings back for a moment what is withheld.
  func bringBack() throws {
    guard !guide.limits.isNone else { return }
    let wasDirty = isDirty
    try HouseholdTriggers.remove(db)
    try Withheld.bringBack(in: self, isForGood: false)
    try counts.apply(db)
    isDirty = wasDirty
  }

  /// Hides it again.
  func hide() throws {
    guard !guide.limits.isNone, isDirty || hasBookkeeping, !isRehearsal else { return }
    try HouseholdTriggers.remove(db)
    try counts.apply(db)
    try Withheld.hide(in: self, isFirst: false)
  }
}
