import Foundation
import Inventory

/// One line of the reports.
struct ReportRow: Codable, Equatable {
  /// Identifies the line in the saved state.
  let id: String
  var title: String
  /// The text after the title: the number of items, or what is not known.
  var remark = ""
  /// The text at the right: an amount or a number.
  var value = ""
  /// The share of the whole, from 0 to 1; `nil` for no bar.
  var share: Double?
  /// The level of indentation.
  var depth = 0
  /// Whether the line is a warning.
  var isWarning = false
  /// The items that Enter lists; `nil` for none.
  var scope: ItemQuery.Scope?
  /// The text that Enter shows instead; `nil` for none.
  var advice: String?
  /// Whether Enter opens owner and policy.
  var isPolicy = false
  /// Whether Enter opens the list of what is due; absent from states of earlier versions.
  var opensDue: Bool?
}

/// Lines under a heading.
struct ReportSection {
  var title: String
  var rows: [ReportRow]
}

/// Puts the reports into words.
struct ReportWords {
  let report: WorthReport
  /// The number of things that are due.
  let due: DueSurvey
  let customs: LocaleFormat
  /// Today.
  let day: CalendarDate
  /// The time of the last backup; `nil` without one.
  let lastBackup: Timestamp?
  /// The problem of the data directory and its remedy, in one line each.
  let fault: DataPlacement.Fault?
  let placeWarning: String?
  /// Whether to show the rules of calculation.
  let showsRules: Bool

  private var currency: Currency { report.settings.currency }

  var sections: [ReportSection] {
    let lines = [
      ReportSection(title: "To do", rows: tasks),
      ReportSection(title: "Worth", rows: worth), ReportSection(title: "Missing", rows: gaps),
      ReportSection(title: "By place", rows: places),
      ReportSection(title: "By category", rows: categories),
      ReportSection(title: "By tag", rows: tags),
    ]
    return lines.filter { !$0.rows.isEmpty }
  }

  private func money(_ minor: Int64) -> String {
    MoneyText.text(Money(minor: minor, currency: currency), customs)
  }

  // MARK: - To do

  /// The tasks, after the line that opens all that is due.
  private var tasks: [ReportRow] { [dueLine] + backup + place + report.dueDates.map(task) }

  private var dueLine: ReportRow {
    ReportRow(
      id: "due", title: DueWords.line(due, days: DueQuestion.usualDays),
      isWarning: due.overdueCount > 0, opensDue: true)
  }

  private func task(_ line: WorthReport.DueLine) -> ReportRow {
    let count = Figures.count(line.count)
    switch line.date {
    case .overdue:
      return ReportRow(
        id: "overdue",
        title: line.count == 1 ? "1 loan is overdue" : "\(count) loans are overdue",
        isWarning: true, scope: .due(line.date))
    case .warranty:
      let ends = line.count == 1 ? "1 warranty ends" : "\(count) warranties end"
      return ReportRow(
        id: "warranties", title: "\(ends) within \(WorthReport.warrantyDays) days",
        scope: .due(line.date))
    }
  }

  private var backup: [ReportRow] {
    guard let lastBackup else {
      return [
        ReportRow(
          id: "backup", title: "No backup yet", remark: Self.backupCommand,
          isWarning: true, advice: Self.backupAdvice)
      ]
    }
    let days = CalendarDate(at: lastBackup).days(to: day)
    guard days > Doctor.backupDays else { return [] }
    return [
      ReportRow(
        id: "backup", title: "The last backup was made \(days) days ago",
        remark: Self.backupCommand, isWarning: true, advice: Self.backupAdvice)
    ]
  }

  static let backupCommand = "keepsake backup"
  static let backupAdvice =
    "Make a backup with: keepsake backup DIR; you can leave windows open"

  private var place: [ReportRow] {
    let (title, folder): (String, String)
    switch fault {
    case nil: return []
    case .synchronised(let program, let path):
      (title, folder) = ("Your data is in a folder that \(program) syncs", path)
    case .network(let kind):
      (title, folder) = ("Your data is on a network file system (\(kind))", "")
    }
    return [
      ReportRow(id: "place", title: title, remark: folder, isWarning: true, advice: placeWarning),
      ReportRow(
        id: "rule place", title: "this can damage it: keep it on a local disk", depth: 1,
        advice: placeWarning),
    ]
  }

  // MARK: - Worth

  private var worth: [ReportRow] {
    let unpaid = report.paid.unvalued
    let unreplaced = report.replacement.unvalued
    return [
      ReportRow(
        id: "all", title: "All items", remark: remark(report.all) + estimates,
        value: report.all.amount(currency, customs), scope: .everywhere)
    ] + sumRule + [
      ReportRow(
        id: "paid", title: "Price paid",
        remark: unpaid == 0 ? "" : "\(Figures.count(unpaid)) unknown",
        value: report.paid.text(currency, customs)),
      ReportRow(
        id: "replacement", title: "Replacement value",
        remark: unreplaced == 0 ? "" : "\(Figures.count(unreplaced)) unknown",
        value: report.replacement.text(currency, customs)),
      ReportRow(
        id: "cash", title: "Actual cash value",
        value: report.all.count > report.all.unvalued
          ? money(report.cash)
          : MoneyText.unknown),
    ] + rule + cover
  }

  private var sumRule: [ReportRow] {
    let rule = "quantity × replacement value, else × price paid (estimate)"
    return showsRules ? [ReportRow(id: "rule all", title: rule, depth: 1)] : []
  }

  private var estimates: String {
    report.all.estimated == 0 ? "" : ", \(Figures.count(report.all.estimated)) estimated"
  }

  private var rule: [ReportRow] {
    guard showsRules else { return [] }
    return ActualCashValue.rule.enumerated().map {
      ReportRow(id: "rule cash \($0)", title: $1, depth: 1)
    }
  }

  /// The policy's limit compared with the total value.
  private var cover: [ReportRow] {
    guard let limit = report.settings.contentsLimit, let shortfall = report.shortfall else {
      return [
        ReportRow(
          id: "limit", title: "Contents limit", remark: "not set yet",
          value: MoneyText.unknown, isPolicy: true)
      ]
    }
    let share = report.all.sum == 0 ? 1 : Double(limit) / Double(report.all.sum)
    return [
      ReportRow(
        id: "limit", title: "Contents limit", remark: report.settings.insurer,
        value: money(limit), share: min(1, share), isPolicy: true),
      ReportRow(
        id: "shortfall", title: shortfall > 0 ? "Not covered" : "Fully covered",
        value: shortfall > 0 ? money(shortfall) : "", isWarning: shortfall > 0, isPolicy: true),
    ]
  }

  // MARK: - What is missing

  private var gaps: [ReportRow] {
    report.gaps.map { line in
      ReportRow(
        id: "gap \(line.gap.rawValue)", title: line.gap.title, value: Figures.count(line.count),
        share: share(Int64(line.count), of: Int64(report.all.count)),
        scope: line.count > 0 ? .gap(line.gap) : nil)
    }
  }

  // MARK: - Sums

  private var places: [ReportRow] {
    report.places.map { line in
      row(
        line, id: "place", name: "No place yet", scope: line.uuid.map { .within($0) } ?? .unplaced)
    }
  }

  private var categories: [ReportRow] {
    report.categories.map { line in
      row(line, id: "category", name: "No category", scope: .category(line.uuid))
    }
  }

  private var tags: [ReportRow] {
    report.tags.map { line in
      row(line, id: "tag", name: "", scope: line.uuid.map { .tag($0) })
    }
  }

  private func row(
    _ line: WorthReport.Line, id: String, name: String, scope: ItemQuery.Scope?
  ) -> ReportRow {
    ReportRow(
      id: "\(id) \(line.uuid?.uuidString ?? "none")",
      title: line.uuid == nil ? name : line.name, remark: remark(line.totals),
      value: line.totals.amount(currency, customs),
      share: share(line.totals.sum, of: report.all.sum), depth: line.depth, scope: scope)
  }

  private func remark(_ totals: Totals) -> String {
    let missing = totals.unvalued == 0 ? "" : ", \(Figures.count(totals.unvalued)) without value"
    return Figures.items(totals.count) + missing
  }

  private func share(_ part: Int64, of whole: Int64) -> Double {
    whole > 0 ? Double(part) / Double(whole) : 0
  }
}

extension Gap {
  /// The title of the list of items with this gap.
  var title: String {
    switch self {
    case .value: "No value"
    case .photo: "No photo"
    case .receipt: "No receipt"
    case .serial: "No serial number"
    }
  }
}
