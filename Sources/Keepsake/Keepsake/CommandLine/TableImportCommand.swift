import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// Imports a file of any columns: shows the plan, asks on a terminal if the columns were guessed, and imports.
nonisolated struct TableImportCommand {
  let file: String
  let options: TableOptions
  let isDryRun: Bool
  let skipsBad: Bool
  let zeroIsUnknown: Bool
  let progress: CommandProgress?

  /// Runs the command on an open file.
  ///
  /// - Throws: `ExitCode` if rows have problems, and any error of the importer.
  func run(_ opened: OpenedImport, _ store: InventoryStore) throws {
    let session = Workspace.mainSession
    var wanted = try options.importerOptions()
    wanted.skipsBad = skipsBad
    wanted.zeroIsUnknown = zeroIsUnknown
    let table = try tableOf(opened, wanted)
    var importer = try importer(store, table, wanted)
    importer.onStep = { progress?.show($0.words) }
    if let path = options.saveMap { try save(importer.mapping, to: path) }
    let plan = try importer.plan(session: session)
    progress?.clear()
    let words = TableImportWords(file: file, importer: importer, skipsBad: skipsBad)
    let isGuess = table.sourceName == nil && !importer.isRemembered && options.map == nil
    if isDryRun || isGuess { words.description.forEach(Console.message) }
    if isDryRun || !plan.items.isAcceptable {
      words.lines(of: plan).forEach(Console.message)
      if !plan.items.isAcceptable { throw ExitCode(plan.items.exitCode) }
      return
    }
    if isGuess, !options.isConfirmed, Console.hasPerson {
      words.lines(of: plan).forEach(Console.message)
      guard Console.confirms("Import \(file)?") else {
        throw UsageFailure(status: .failure, message: "nothing was imported")
      }
    }
    let rejects = try writeRejects(plan, table)
    let report = try importer.run(session: session)
    progress?.clear()
    words.lines(of: report, rejects: rejects).forEach(Console.message)
    if !report.items.isAcceptable { throw ExitCode(report.items.exitCode) }
  }

  private func tableOf(
    _ opened: OpenedImport, _ options: TableImportOptions
  ) throws(InventoryError) -> TableFile {
    try named { () throws(InventoryError) in try opened.table(options) }
  }

  private func importer(
    _ store: InventoryStore, _ table: TableFile, _ options: TableImportOptions
  ) throws(InventoryError) -> TableImporter {
    try named { () throws(InventoryError) in
      try TableImporter(store: store, file: table, options: options)
    }
  }

  /// Adds the name of the file to errors about its content.
  private func named<Result>(
    _ body: () throws(InventoryError) -> Result
  ) throws(InventoryError) -> Result {
    do throws(InventoryError) {
      return try body()
    } catch {
      guard error.kind == .badData, !error.message.contains(file) else { throw error }
      throw InventoryError(error.kind, "\(file): \(error.message)")
    }
  }

  private func save(_ mapping: ImportMapping, to path: String) throws {
    let output = try OutputFile(path: path, replaces: false)
    try output.append(Array((mapping.fileLines.joined(separator: "\n") + "\n").utf8))
    try output.commit()
  }

  /// Writes the rows that are skipped, with the reasons in a last column.
  ///
  /// - Returns: The path of the file; `nil` if there are no such rows.
  private func writeRejects(_ plan: TableImportReport, _ table: TableFile) throws -> String? {
    guard !plan.badRows.isEmpty else { return nil }
    let path = options.rejects ?? Self.freePath(beside: file)
    let output = try OutputFile(path: path, replaces: false)
    let header = table.header + ["Keepsake's reason"]
    let rows = plan.badRows.map { row in
      let blanks = [String](repeating: "", count: max(0, table.header.count - row.cells.count))
      return row.cells + blanks + [row.reasons.joined(separator: "; ")]
    }
    for row in [header] + rows { try output.append(Array(Self.line(row).utf8)) }
    try output.commit()
    return path
  }

  /// The first free name like `belongings.rejects.csv` in the directory of the file.
  private static func freePath(beside file: String) -> String {
    let base = file == "-" ? "import" : (file as NSString).deletingPathExtension
    var path = "\(base).rejects.csv"
    var number = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(base).rejects-\(number).csv"
      number += 1
    }
    return path
  }

  private static func line(_ cells: [String]) -> String {
    cells.map { cell in
      let needsQuotes = cell.contains { ",\"\n\r\r\n".contains($0) }
      return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
    }.joined(separator: ",") + "\r\n"
  }
}

/// The output of an import of a file of any columns.
nonisolated struct TableImportWords {
  let file: String
  let importer: TableImporter
  let skipsBad: Bool

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
      lines.append("Kept \(values) changed; --update takes them from the file")
    }
    if report.trashedCount > 0 {
      let items = Figures.count(report.trashedCount, "item", "items")
      lines.append("Left \(items) in the trash; --update takes them out")
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
