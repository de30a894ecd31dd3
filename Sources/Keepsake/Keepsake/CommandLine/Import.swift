import RepriseCommands
import ArgumentParser
import Foundation
import Inventory

/// `keepsake import FILE`: reads a Homebox CSV.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a Homebox CSV or collection: all of it or nothing.",
    usage: "keepsake import <file> [<options>]",
    discussion: """
      Both generations of Homebox files are read, with commas, semicolons or tabs, and the ZIP files \
      of its collections, with their attached files. An item whose \
      import reference is known is updated in the columns that the file has. One undo in the \
      interface takes the whole import back.

      Prices are read as people write them: 1299.00, 1,299.00, 1 299,00, 129,90 €. Dates too, \
      2024-05-31 and 31.05.2024; of 05/06/2024 the month comes first, as in Homebox. Numbers with \
      more decimals than fit, such as 19.990000000000002, are rounded and counted.

      If two columns name one field, the filled one counts; if they differ, both are kept. A blank \
      in the only column of a field removes the stored value. The import ends with a list of \
      everything that was left out.
      """)

  @Argument(help: "The file; - reads standard input.")
  var file: String

  @Flag(help: "Only say what would happen.")
  var dryRun = false

  @Flag(help: "Take a price of 0 as not known.")
  var zeroIsUnknown = false

  @Flag(help: "Keep a stored value where the file has a blank.")
  var keepBlanks = false

  @Flag(help: "Skip items with problems, list them, and import the rest.")
  var skipBad = false

  func run() throws {
    let progress = CommandProgress()
    do {
      let store = try Workspace.openInventory(access: .write)
      let archivedBefore = store.database.counts.archived
      let options = CSVImporter.Options(
        isDryRun: dryRun, zeroIsUnknown: zeroIsUnknown, keepsBlanks: keepBlanks, skipsBad: skipBad)
      let report = try read(into: store, options, progress)
      progress?.clear()
      let archived = store.database.counts.archived - archivedBefore
      ImportWords(file: file, report: report, archived: archived, skipsBad: skipBad)
        .lines.forEach(Console.message)
      if !report.items.isAcceptable { throw ExitCode(report.items.exitCode) }
    } catch let error as ExitCode {
      throw error
    } catch {
      progress?.clear()
      Console.fail(error)
    }
  }

  private func read(
    into store: InventoryStore, _ options: CSVImporter.Options, _ progress: CommandProgress?
  ) throws -> CollectionImporter.Report {
    let session = Workspace.mainSession
    let onStep: (ImportStep) -> Void = { progress?.show($0.words) }
    if file != "-", CollectionImporter.seemsArchive(file) {
      var importer = CollectionImporter(store: store, options: options)
      importer.onStep = onStep
      return try importer.importFile(at: file, session: session)
    }
    var importer = CSVImporter(store: store, options: options)
    importer.onStep = onStep
    let report =
      file == "-"
      ? try importer.importFile(descriptor: STDIN_FILENO, session: session)
      : try importer.importFile(at: file, session: session)
    return CollectionImporter.Report(items: report)
  }
}

nonisolated extension ImportStep {
  /// `Reading: 12,000 items (45 %)`.
  fileprivate var words: String {
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
