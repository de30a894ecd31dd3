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
      ? try RejectsFile.save(
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
