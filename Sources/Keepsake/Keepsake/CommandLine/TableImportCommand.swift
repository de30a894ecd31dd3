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
    var wanted = try options.importerOptions()
    wanted.skipsBad = skipsBad
    wanted.zeroIsUnknown = zeroIsUnknown
    let table = try tableOf(opened, wanted)
    let asks = Console.hasPerson && !options.isConfirmed && !isDryRun && file != "-"
    var importer = try importer(store, table, wanted)
    if asks, try ImportQuestions(file: file).ask(about: importer, changing: &wanted) {
      importer = try self.importer(store, table, wanted)
    }
    importer.onStep = { progress?.show($0.words) }
    if let path = options.saveMap { try save(importer.mapping, to: path) }
    if let path = options.rejects, OutputFile.wouldReplace(path) {
      throw UsageFailure(status: .cannotCreate, message: "\(path) already exists")
    }
    let words = TableImportWords(file: file, importer: importer, skipsBad: skipsBad)
    let isGuess = table.sourceName == nil && !importer.isRemembered && options.map == nil
    if isDryRun || isGuess { words.description.forEach(Console.message) }
    if isDryRun || isGuess && asks {
      try plan(with: importer, words)
      if isDryRun { return }
      guard Console.confirms("Import \(file)?") else {
        throw UsageFailure(status: .failure, message: "nothing was imported")
      }
    }
    try run(importer, words)
  }

  /// Prints what an import would do.
  private func plan(with importer: TableImporter, _ words: TableImportWords) throws {
    let plan = try importer.plan(session: Workspace.mainSession)
    progress?.clear()
    words.lines(of: plan).forEach(Console.message)
    if !plan.items.isAcceptable { throw ExitCode(plan.items.exitCode) }
  }

  /// Imports the file and prints the result.
  private func run(_ importer: TableImporter, _ words: TableImportWords) throws {
    let report = try importer.run(session: Workspace.mainSession)
    progress?.clear()
    let rejects =
      report.items.isAcceptable
      ? try RejectsFile.write(
        report.badRows, of: importer.file.header, beside: file, to: options.rejects) : nil
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
}

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
