import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake import FILE`: reads a file of belongings.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a file of belongings, completely or not at all.",
    usage: "keepsake import <file> [<options>]",
    discussion: """
      Keepsake reads CSV files of the old and the new Homebox, separated by commas, semicolons or tabs, and its \
      collections, which are ZIP files that include attachments and photos of places. An item with a known import \
      reference is updated, but only in the columns that the file has. One undo in a window reverts the whole import.

      It also reads any other table: text files and Excel workbooks (.xlsx). It recognizes files of Sortly, Snipe-IT, \
      Shelf, DumbAssets, Encircle and Amazon's order history, and guesses the meaning of other columns. --dry-run \
      shows the guess with the first rows; --save-map writes it to a file that you can correct and pass to --map. \
      Keepsake remembers the mapping for files with the same columns. Such a file never clears a field, and importing \
      it again keeps what you have changed since, unless you pass --update.

      Prices can be written as 1299.00, 1,299.00, 1 299,00 or 129,90 €, and dates as 2024-05-31 or 31.05.2024. In \
      05/06/2024 the month comes first in files of Homebox; in other files the dates of the file decide, or --dates. \
      Numbers with more decimals than fit, such as 19.990000000000002, are rounded and counted.

      If two columns of a Homebox file belong to the same field, the one with a value is used; if their values differ, \
      both are kept. If a field has one column and it is blank, the stored value is removed. At the end, the command \
      lists everything that was not imported.
      """)

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @Flag(help: "Only show what would happen.")
  var dryRun = false

  @Flag(help: "Treat a price of 0 as unknown.")
  var zeroIsUnknown = false

  @Flag(help: "Keep the stored value where the file has a blank.")
  var keepBlanks = false

  @Flag(help: "Skip items with problems, list them, and import the rest.")
  var skipBad = false

  @OptionGroup(title: "Options for other files than Homebox's") var table: TableOptions

  func run() throws {
    let progress = CommandProgress()
    do {
      let opened = try OpenedImport(file)
      let store = try Workspace.openInventory(access: .write)
      switch opened.kind {
      case .text, .workbook:
        let command = TableImportCommand(
          file: file, options: table, isDryRun: dryRun, skipsBad: skipBad,
          zeroIsUnknown: zeroIsUnknown, progress: progress)
        try command.run(opened, store)
      case .homebox, .collection:
        try importHomebox(opened, into: store, progress)
      }
    } catch let error as ExitCode {
      throw error
    } catch {
      progress?.clear()
      Console.fail(error)
    }
  }

  private func importHomebox(
    _ opened: OpenedImport, into store: InventoryStore, _ progress: CommandProgress?
  ) throws {
    let archivedBefore = store.database.counts.archived
    let options = CSVImporter.Options(
      isDryRun: dryRun, zeroIsUnknown: zeroIsUnknown, keepsBlanks: keepBlanks, skipsBad: skipBad)
    let report = try read(opened, into: store, options, progress)
    progress?.clear()
    let archived = store.database.counts.archived - archivedBefore
    ImportWords(file: file, report: report, archived: archived, skipsBad: skipBad)
      .lines.forEach(Console.message)
    if !report.items.isAcceptable { throw ExitCode(report.items.exitCode) }
  }

  private func read(
    _ opened: OpenedImport, into store: InventoryStore, _ options: CSVImporter.Options,
    _ progress: CommandProgress?
  ) throws -> CollectionImporter.Report {
    let session = Workspace.mainSession
    let onStep: (ImportStep) -> Void = { progress?.show($0.words) }
    if case .collection = opened.kind {
      var importer = CollectionImporter(store: store, options: options)
      importer.onStep = onStep
      return try importer.importFile(at: file, session: session)
    }
    var importer = CSVImporter(store: store, options: options)
    importer.onStep = onStep
    guard let pipe = opened.pipe else {
      return CollectionImporter.Report(
        items: try importer.importFile(at: file, session: session))
    }
    return CollectionImporter.Report(
      items: try importer.importFile(
        descriptor: pipe.descriptor, beginning: pipe.beginning, session: session))
  }
}

nonisolated extension ImportStep {
  /// `Reading: 12,000 items (45 %)`.
  var words: String {
    switch self {
    case .copying(let count, of: let all):
      "Copying files: \(Figures.count(count)) of \(Figures.count(all))"
    case .reading(let count, share: let share):
      "Reading: \(Figures.items(count))" + (share.map { " (\(Int($0 * 100)) %)" } ?? "")
    case .numbering(let count, of: let all):
      "Numbering: \(Figures.count(count)) of \(Figures.items(all))"
    case .saving: "Saving"
    }
  }
}
