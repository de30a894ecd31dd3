import Foundation
import Inventory

/// Puts what is due into lines under headings, as the list shows them.
struct DueRows {
  private let survey: DueSurvey
  private let proofFrom: Int64
  private let currency: Currency
  private let customs: LocaleFormat
  private let words: [String]

  /// - Parameters:
  ///   - proofFrom: The value in minor units from which proof is missed.
  ///   - filter: The words of which a line must contain each, whatever the case; blank for all lines.
  init(
    survey: DueSurvey, proofFrom: Int64, currency: Currency, customs: LocaleFormat, filter: String
  ) {
    (self.survey, self.currency, self.customs) = (survey, currency, customs)
    self.proofFrom = proofFrom
    words = filter.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// `3 overdue, 5 due` for the bar; empty if nothing is due.
  var summary: String {
    [
      survey.overdueCount > 0 ? "\(Figures.count(survey.overdueCount)) overdue" : nil,
      survey.dueCount > 0 ? "\(Figures.count(survey.dueCount)) due" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The lines, in the order of the survey.
  var sections: [ReportSection] {
    var sections: [(kind: DueEntry.Kind, rows: [ReportRow])] = []
    for entry in survey.entries {
      let row = row(entry)
      guard matches(row) else { continue }
      if sections.last?.kind == entry.kind {
        sections[sections.count - 1].rows.append(row)
      } else {
        sections.append((entry.kind, [row]))
      }
    }
    let found = sections.map { ReportSection(title: heading($0.kind), rows: $0.rows) }
    guard let locked = DueWords.lockedItems(survey), words.isEmpty else { return found }
    let row = ReportRow(
      id: "locked", title: locked, advice: "L locks the window; unlocking it opens private items")
    return found + [ReportSection(title: "Private items", rows: [row])]
  }

  /// The heading of a kind, which names the value from which proof is missed.
  private func heading(_ kind: DueEntry.Kind) -> String {
    guard kind == .proof else { return DueWords.heading(kind) }
    let value = MoneyText.text(Money(minor: proofFrom, currency: currency), customs)
    return "\(DueWords.heading(kind)) of items worth \(value) or more"
  }

  private func row(_ entry: DueEntry) -> ReportRow {
    let day = entry.date.map(customs.text(of:)) ?? ""
    let amount = entry.value.map {
      MoneyText.text(Money(minor: $0, currency: currency), customs)
    }
    let when = [entry.date == nil ? "" : DueWords.daysLeft(entry), day].filter { !$0.isEmpty }
    return ReportRow(
      id: entry.id, title: entry.title,
      remark: entry.kind == .backup ? ReportWords.backupCommand : DueWords.detail(entry),
      value: amount ?? when.joined(separator: "  "), isWarning: entry.isOverdue,
      advice: entry.kind == .backup ? ReportWords.backupAdvice : nil)
  }

  private func matches(_ row: ReportRow) -> Bool {
    let text = "\(row.title) \(row.remark)"
    return words.allSatisfy {
      text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }

  /// The kind and the item of a line; `nil` for a line about neither.
  static func subject(of row: ReportRow) -> (kind: DueEntry.Kind, item: UUID?)? {
    let parts = row.id.split(separator: " ", maxSplits: 1)
    guard let kind = parts.first.flatMap({ DueEntry.Kind(rawValue: String($0)) }) else {
      return nil
    }
    return (kind, parts.count > 1 ? UUID(uuidString: String(parts[1])) : nil)
  }
}
