import Foundation
import Inventory

/// The effects of an import on every row, bounded so that the saved state can hold them.
nonisolated struct ImportPlan: Codable, Hashable, Sendable {
  /// A row of the file.
  struct Line: Codable, Hashable, Sendable {
    /// The number that a spreadsheet shows; 0 if the file has no rows.
    var row: Int
    /// The name of the item; empty if it has none.
    var name: String
    /// The changed fields, or the reasons.
    var reason: String
  }

  /// The effect on a row.
  enum Outcome: String, Codable, CaseIterable, Sendable {
    case created, changed, unchanged, leftOut, bad
  }

  /// The most characters of a reason.
  private static let mostCharacters = 200

  /// The version of the data for which it was made.
  var dataVersion: Int64
  /// The choices for which it was made.
  var choices: ImportChoices
  /// The number of rows by outcome.
  var counts: [Outcome: Int] = [:]
  /// The first rows of each outcome.
  var lines: [Outcome: [Line]] = [:]
  /// The number of new places.
  var places = 0
  /// The number of values that stay because the user has changed them.
  var kept = 0
  /// The problem of the whole file; `nil` without one.
  var problem: String?

  /// The plan of a table.
  init(_ report: TableImportReport, _ choices: ImportChoices, dataVersion: Int64) {
    (self.choices, self.dataVersion) = (choices, dataVersion)
    let items = report.items
    counts = [
      .created: items.created, .changed: items.changed, .unchanged: items.unchanged,
      .leftOut: report.leftOutCount, .bad: items.skippedCount,
    ]
    places = items.createdPlaces
    kept = report.keptCount
    for outcome in Outcome.allCases {
      guard let listed = TableImportReport.Outcome(rawValue: outcome.rawValue) else { continue }
      lines[outcome] = Self.lines(report.listed[listed] ?? [])
    }
    if !items.isAcceptable { problem = items.problems.map(\.reason).joined(separator: ". ") }
  }

  /// The plan of a file of Homebox.
  init(_ items: ImportReport, _ choices: ImportChoices, dataVersion: Int64) {
    (self.choices, self.dataVersion) = (choices, dataVersion)
    counts = [
      .created: items.created, .changed: items.changed, .unchanged: items.unchanged,
      .leftOut: items.leftOut.count, .bad: items.skippedCount,
    ]
    places = items.createdPlaces
    lines[.bad] = Self.lines(items.skipped)
    lines[.leftOut] = items.leftOut.prefix(TableImportReport.maximumListed).map {
      Line(row: 0, name: "", reason: String($0.prefix(Self.mostCharacters)))
    }
    if !items.isAcceptable { problem = items.problems.map(\.description).joined(separator: ". ") }
  }

  /// The lines of notes; several reasons about one row are one line.
  private static func lines(_ notes: [ImportReport.Note]) -> [Line] {
    var lines: [Line] = []
    for note in notes.prefix(TableImportReport.maximumListed) {
      let reason = (note.column.map { "\($0): " } ?? "") + note.reason
      if let last = lines.last, last.row == note.row, note.row > 0 {
        lines[lines.count - 1].reason =
          String("\(last.reason); \(reason)".prefix(mostCharacters))
      } else {
        lines.append(
          Line(
            row: note.row, name: String((note.item ?? "").prefix(80)),
            reason: String(reason.prefix(mostCharacters))))
      }
    }
    return lines
  }

  /// The number of rows with an outcome.
  func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// The number of rows that would become items, or change some.
  var importedCount: Int { count(.created) + count(.changed) + count(.unchanged) }
}

nonisolated extension ImportPlan.Outcome {
  /// The words after a number: `12 new`.
  var words: String {
    switch self {
    case .created: "new"
    case .changed: "changed"
    case .unchanged: "the same"
    case .leftOut: "left out"
    case .bad: "with problems"
    }
  }

  /// The title of the list of rows.
  var title: String {
    switch self {
    case .created: "New items"
    case .changed: "Changed items"
    case .unchanged: "Items that stay the same"
    case .leftOut: "Rows left out"
    case .bad: "Rows with problems"
    }
  }
}
