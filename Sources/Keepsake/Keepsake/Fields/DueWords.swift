import Inventory
import Sync

/// The interface's words for what is due.
nonisolated enum DueWords {
  /// The heading of a kind.
  static func heading(_ kind: DueEntry.Kind) -> String {
    switch kind {
    case .loan: "Loans"
    case .maintenance: "Maintenance"
    case .warranty: "Warranties"
    case .backup: "Backup"
    case .conflict: "Conflicts"
    case .proof: "Gaps in proof"
    }
  }

  /// The days left in words: `3 days overdue`, `today`, `in 5 days`; empty without a day.
  static func daysLeft(_ entry: DueEntry) -> String {
    guard let days = entry.daysLeft else { return entry.isOverdue ? "overdue" : "" }
    return switch days {
    case ...(-1): Figures.count(-days, "day", "days") + " overdue"
    case 0: "today"
    case 1: "tomorrow"
    default: "in \(Figures.count(days, "day", "days"))"
    }
  }

  /// The details: `lent to Ben`, `no receipt`; empty without any.
  static func detail(_ entry: DueEntry) -> String {
    entry.kind == .loan ? "lent to \(entry.detail)" : entry.detail
  }

  /// The line of the reports: `Due: 3 overdue, 5 within 30 days`.
  static func line(_ survey: DueSurvey, days: Int) -> String {
    let parts = [
      survey.overdueCount > 0 ? "\(Figures.count(survey.overdueCount)) overdue" : nil,
      survey.dueCount > 0 ? "\(Figures.count(survey.dueCount)) within \(days) days" : nil,
      survey.gapCount > 0 ? Figures.count(survey.gapCount, "gap in proof", "gaps in proof") : nil,
    ].compactMap(\.self)
    return "Due: " + (parts.isEmpty ? "nothing within \(days) days" : parts.joined(separator: ", "))
  }

  /// The remark on private items whose days are unknown; `nil` if there are none.
  static func lockedItems(_ survey: DueSurvey) -> String? {
    guard survey.lockedItems > 0 else { return nil }
    return Figures.count(survey.lockedItems, "private item is", "private items are")
      + " locked and left out"
  }
}

nonisolated extension InventoryStore {
  /// The conflicts of the household as entries of what is due.
  func dueConflicts(on today: CalendarDate) throws -> [DueEntry] {
    guard database.isInHousehold else { return [] }
    let marks = try household.conflictMarks()
    var entries: [DueEntry] = []
    for uuid in marks.items.sorted(by: { $0.uuidString < $1.uuidString }) {
      guard let item = try items.fetch(uuid), item.deletedAt == nil else { continue }
      entries.append(
        DueEntry(
          .conflict, title: item.name, detail: "two values", item: uuid,
          assetNumber: item.assetNumber, on: today))
    }
    if marks.hasOthers {
      for row in try household.rowConflicts() {
        entries.append(
          DueEntry(
            .conflict, title: row.subject,
            detail: "\(ConflictWords.value(row.shown)) or \(ConflictWords.value(row.other))",
            on: today))
      }
    }
    return entries
  }
}
