import Foundation
import Inventory

/// The output of an import of a file of any columns.
nonisolated struct TableImportWords {
  let file: String
  let importer: TableImporter
  let skipsBad: Bool
  /// Whether the lines name options of the command.
  var namesOptions = true

  /// The format of the file, and the meaning of its columns with their first values.
  var description: [String] {
    let source = importer.file.sourceName.map { ["written by \($0)"] } ?? []
    let remembered = importer.isRemembered ? ["columns as at the last import"] : []
    let facts = [importer.file.format] + source + importer.guesses + remembered
    return ["\(file): \(facts.joined(separator: ", "))", "Columns, with the first values:"]
      + columns
  }

  private var columns: [String] {
    let sample = importer.file.sample(3)
    let lines = importer.mapping.lines
    let width = min(36, lines.map(\.count).max() ?? 0)
    return lines.indices.map { index in
      let values = sample.map { Self.shortened($0[index]) }.filter { !$0.isEmpty }
      let padding = String(repeating: " ", count: max(0, width - lines[index].count))
      return values.isEmpty
        ? "  \(lines[index])" : "  \(lines[index])\(padding)  (\(values.joined(separator: " | ")))"
    }
  }

  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 18 ? line.prefix(17) + "…" : line
  }

  /// The counts of a report, or its problems.
  ///
  /// - Parameter rejects: The file with the rows that were skipped.
  func lines(of report: TableImportReport, rejects: String? = nil) -> [String] {
    let items = report.items
    guard items.isAcceptable else {
      let hidden = items.problemCount - items.problems.count
      let more = hidden > 0 ? ["and \(Figures.count(hidden)) more like these"] : []
      let problems = Figures.count(items.problemCount, "problem", "problems")
      let others =
        !report.badRows.isEmpty && items.rows > report.badRows.count
        ? ", or import the rest with --skip-bad" : ""
      return (items.problems.map(\.description) + more).map { "\(file): \($0)" }
        + [
          "keepsake: nothing was imported because of \(problems) in \(file); fix the file and try again\(others)"
        ]
    }
    return [summary(of: report)] + kept(report) + leftOut(report) + skipped(report, rejects)
  }

  private func summary(of report: TableImportReport) -> String {
    let items = report.items
    let count = items.rows - items.skippedCount - report.leftOutCount
    let counts = [
      "\(Figures.count(items.created)) new", "\(Figures.count(items.changed)) changed",
      "\(Figures.count(items.unchanged)) the same",
      Figures.count(items.createdPlaces, "new place", "new places"),
    ]
    return "\(items.isDryRun ? "Would import" : "Imported") \(Figures.items(count)): "
      + counts.joined(separator: ", ")
  }

  private func kept(_ report: TableImportReport) -> [String] {
    var lines: [String] = []
    if report.keptCount > 0 {
      let values = Figures.count(report.keptCount, "value that you have", "values that you have")
      let hint = namesOptions ? "; --update takes them from the file" : ""
      lines.append("Kept \(values) changed\(hint)")
    }
    if report.trashedCount > 0 {
      let items = Figures.count(report.trashedCount, "item", "items")
      let hint = namesOptions ? "; --update takes them out" : ""
      lines.append("Left \(items) in the trash\(hint)")
    }
    return lines
  }

  private func leftOut(_ report: TableImportReport) -> [String] {
    guard report.leftOutCount > 0 else { return [] }
    let verb = report.items.isDryRun ? "Would leave out" : "Left out"
    let more = report.leftOutCount - report.leftOut.count
    return ["\(verb) \(Figures.count(report.leftOutCount, "row", "rows")):"]
      + report.leftOut.map { "  \($0)" } + (more > 0 ? ["  and \(Figures.count(more)) more"] : [])
  }

  private func skipped(_ report: TableImportReport, _ rejects: String?) -> [String] {
    let items = report.items
    guard items.skippedCount > 0 else { return [] }
    let verb = items.isDryRun ? "Would skip" : "Skipped"
    let place =
      rejects.map { " and wrote \(items.skippedCount == 1 ? "it" : "them") to \($0)" } ?? ""
    return ["\(verb) \(Figures.count(items.skippedCount, "row", "rows"))\(place):"]
      + items.skipped.map { "  \($0)" }
  }
}
