import Foundation
import GRDB

/// The day, the period and the value for which ``DueReading`` looks.
public struct DueQuestion: Hashable, Sendable {
  /// Today.
  public var today: CalendarDate
  /// How many days ahead to look.
  public var days: Int
  /// The value in minor units from which an item needs a photo and a receipt.
  public var proofFrom: Int64

  /// The usual number of days: a month.
  public static let usualDays = 30
  /// The usual value, 500.00 in a currency with two decimals.
  public static let usualProofFrom: Int64 = 50_000

  /// A value in units of a currency, such as 500 for 500.00.
  public static func proofFrom(units: Int, in currency: Currency) -> Int64 {
    Int64(units).multipliedReportingOverflow(by: Int64(currency.minorUnits)).partialValue
  }

  /// Makes a question.
  public init(
    today: CalendarDate, days: Int = usualDays, proofFrom: Int64 = usualProofFrom
  ) {
    (self.today, self.days, self.proofFrom) = (today, days, proofFrom)
  }

  /// The last day to look at.
  var lastDay: CalendarDate {
    today.adding(days: days) ?? CalendarDate(unchecked: 9999, 12, 31)
  }
}

/// The entries of one day: loans, maintenance, warranties, the backup, and gaps in the proof of valuable items.
public struct DueSurvey: Sendable {
  /// The entries, kind by kind: first the kinds with an overdue entry, in each the earliest day first.
  public private(set) var entries: [DueEntry]
  /// The number of private items that are locked, whose days are unknown here.
  public let lockedItems: Int

  /// Makes a survey of entries in any order.
  public init(entries: [DueEntry], lockedItems: Int = 0) {
    self.lockedItems = lockedItems
    let byKind = Dictionary(grouping: entries, by: \.kind)
    let overdue = Set(entries.lazy.filter(\.isOverdue).map(\.kind))
    let kinds = DueEntry.Kind.allCases
    self.entries = (kinds.filter(overdue.contains) + kinds.filter { !overdue.contains($0) })
      .flatMap { Self.sorted(byKind[$0] ?? []) }
  }

  /// The same survey with more entries, such as the conflicts of a household.
  public func adding(_ more: [DueEntry]) -> DueSurvey {
    more.isEmpty ? self : DueSurvey(entries: entries + more, lockedItems: lockedItems)
  }

  /// The number of overdue entries.
  public var overdueCount: Int { entries.count(where: \.isOverdue) }

  /// The number of entries that are to be done at once or within the days, and not overdue.
  public var dueCount: Int { entries.count { $0.isPressing && !$0.isOverdue } }

  /// The number of gaps in the proof.
  public var gapCount: Int { entries.count { $0.kind == .proof } }

  /// By day; entries of a day keep their order.
  private static func sorted(_ entries: [DueEntry]) -> [DueEntry] {
    entries.enumerated().sorted { left, right in
      guard let one = left.element.date, let other = right.element.date, one != other else {
        return left.offset < right.offset
      }
      return one < other
    }.map(\.element)
  }
}

extension DueSurvey {
  /// Reads the entries; private items are among them where they are open.
  init(_ question: DueQuestion, openItems: [Item], _ db: Database) throws {
    var entries = try Self.backup(question, db)
    if try db.hasColumn("due_back", in: "item") {
      entries += try Self.entries(.loan, DueClause.loans, [question.lastDay.text], question, db)
    }
    if try db.hasColumn("maintenance_due", in: "item") {
      entries += try Self.entries(
        .maintenance, DueClause.maintenance, [question.lastDay.text], question, db)
    }
    entries += try Self.entries(
      .warranty, DueClause.warranties, [question.today.text, question.lastDay.text], question, db)
    if try db.hasTable("attachment") { entries += try Self.gaps(question, db) }
    entries += openItems.flatMap { $0.dueEntries(question) }
    let masked = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM item WHERE \(ItemShelf.lists.condition)
          AND id IN (SELECT item_id FROM custom_field WHERE name = ?)
        """, arguments: [Item.sealedField])
    let open = openItems.count(where: \.isLive)
    self.init(entries: entries, lockedItems: max(0, (masked ?? 0) - open))
  }

  private static func entries(
    _ kind: DueEntry.Kind, _ sql: String, _ days: [String], _ question: DueQuestion, _ db: Database
  ) throws -> [DueEntry] {
    let rows = try Row.fetchAll(db, sql: sql, arguments: StatementArguments(days))
    return try rows.compactMap { row in
      guard let day = CalendarDate(iso: try row.value(4)) else { return nil }
      return DueEntry(
        kind, title: try row.value(2), detail: try row.value(3), item: try row.value(0),
        assetNumber: try row.value(1), date: day, on: question.today)
    }
  }

  private static func gaps(_ question: DueQuestion, _ db: Database) throws -> [DueEntry] {
    let rows = try Row.fetchAll(db, sql: DueClause.gaps, arguments: [question.proofFrom])
    return try rows.map { row in
      let (hasPhoto, hasReceipt): (Bool, Bool) = (try row.value(3), try row.value(4))
      let missing = [hasPhoto ? nil : "no photo", hasReceipt ? nil : "no receipt"]
      return DueEntry(
        .proof, title: try row.value(2), detail: missing.compactMap(\.self).joined(separator: ", "),
        item: try row.value(0), assetNumber: try row.value(1), on: question.today,
        value: try row.value(5))
    }
  }

  /// An entry if no backup exists or the last one is older than the doctor accepts.
  private static func backup(_ question: DueQuestion, _ db: Database) throws -> [DueEntry] {
    guard let last = try Meta.lastBackup(db) else {
      return [DueEntry(.backup, title: "No backup yet", on: question.today, isOverdue: true)]
    }
    let days = CalendarDate(at: last).days(to: question.today)
    guard days > Doctor.backupDays else { return [] }
    return [
      DueEntry(
        .backup, title: "The last backup was made \(days) days ago", on: question.today,
        isOverdue: true)
    ]
  }
}

extension Item {
  /// The entries of an open private item, by the rules of ``DueClause``.
  fileprivate func dueEntries(_ question: DueQuestion) -> [DueEntry] {
    guard countsInTotals else { return [] }
    func entry(_ kind: DueEntry.Kind, _ detail: String, _ day: CalendarDate?) -> DueEntry? {
      guard let day, day <= question.lastDay else { return nil }
      return DueEntry(
        kind, title: name, detail: detail, item: uuid, assetNumber: assetNumber, date: day,
        on: question.today)
    }
    let warrants = !hasLifetimeWarranty && warrantyUntil.map { $0 >= question.today } ?? false
    return [
      lentTo.isEmpty ? nil : entry(.loan, lentTo, dueBack),
      entry(.maintenance, maintenance, maintenanceDue),
      warrants ? entry(.warranty, warrantyDetails, warrantyUntil) : nil,
    ].compactMap(\.self)
  }
}
