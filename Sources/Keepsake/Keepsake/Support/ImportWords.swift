import Foundation
import Inventory

/// The final output of an import: problems or counts, then what was left out.
nonisolated struct ImportWords {
  let file: String
  let report: CollectionImporter.Report
  /// The number of imported items that are archived.
  let archived: Int
  /// Whether items with problems were skipped, so that the remaining problems concern the whole file.
  let skipsBad: Bool

  private var items: ImportReport { report.items }

  /// The lines, in the order in which they are printed.
  var lines: [String] {
    let notes = items.warnings.map(\.description) + more(items.warnings, of: items.warningCount)
    guard items.isAcceptable else {
      let problems = Figures.count(items.problemCount, "problem", "problems")
      let others = items.rows > 0 && !skipsBad ? ", or import the rest with --skip-bad" : ""
      return (notes + items.problems.map(\.description)).map(about)
        + [
          "keepsake: nothing was imported because of \(problems) in \(file); fix the file and try again\(others)"
        ]
    }
    return (notes + figures).map(about) + [summary] + files + skipped + leftOut
  }

  private func about(_ text: String) -> String { "\(file): \(text)" }

  private func more(_ shown: [ImportReport.Note], of count: Int) -> [String] {
    count > shown.count ? ["and \(Figures.count(count - shown.count)) more like these"] : []
  }

  /// Lines about rounded numbers, blank cells and zero prices.
  private var figures: [String] {
    var lines: [String] = []
    if let first = items.firstRounded {
      let numbers = Figures.count(
        items.roundedCount, "number has more decimals than fit and is",
        "numbers have more decimals than fit and are")
      lines.append("\(numbers) rounded, the first in \(first)")
    }
    if items.blankedCount > 0 {
      let (verb, values) = (items.isDryRun ? "would remove" : "removed", items.blankedCount)
      lines.append(
        "blank cells \(verb) \(Figures.count(values, "stored value", "stored values")); "
          + "import with --keep-blanks to keep \(values == 1 ? "it" : "them")")
    }
    if items.zeroPrices > 0 {
      lines.append(
        "\(Figures.count(items.zeroPrices, "item has", "items have")) price 0; if that means unknown, import with "
          + "--zero-is-unknown")
    }
    return lines
  }

  private var summary: String {
    let counts = [
      "\(Figures.count(items.created)) new", "\(Figures.count(items.changed)) changed",
      "\(Figures.count(items.unchanged)) the same",
      Figures.count(items.createdPlaces, "new place", "new places"),
    ]
    let hidden = archived > 0 ? ["\(Figures.count(archived)) archived and not in lists"] : []
    let verb = items.isDryRun ? "Would import" : "Imported"
    return "\(verb) \(Figures.items(items.rows - items.skippedCount)): "
      + (counts + hidden).joined(separator: ", ")
  }

  private var files: [String] {
    var lines: [String] = []
    if report.files > 0 { lines.append("Attached \(Figures.count(report.files, "file", "files"))") }
    if report.photos > 0 {
      lines.append("Added \(Figures.count(report.photos, "photo of a place", "photos of places"))")
    }
    if report.links > 0 {
      let links = Figures.count(
        report.links, "attached link as a field", "attached links as fields")
      lines.append("Kept \(links)")
    }
    return lines
  }

  private var skipped: [String] {
    guard items.skippedCount > 0 else { return [] }
    let verb = items.isDryRun ? "Would skip" : "Skipped"
    return ["\(verb) \(Figures.items(items.skippedCount)):"]
      + items.skipped.map { "  \($0)" }
      + (items.skippedCount > items.skipped.count
        && items.skipped.count >= ImportReport.maximumSkipped
        ? ["  and more like these"] : [])
  }

  private var leftOut: [String] {
    items.leftOut.isEmpty
      ? [] : ["Left out because Keepsake has no equivalent:"] + items.leftOut.map { "  \($0)" }
  }
}
