import ArgumentParser
import Foundation
import Inventory

/// `keepsake import FILE`: reads a Homebox CSV.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a Homebox CSV or collection: all of it or nothing.",
    discussion: """
      Both generations of Homebox files are read, with commas, semicolons or tabs, and the ZIP files \
      of its collections, with their attached files. An item whose \
      import reference is known is updated in the columns that the file has. One undo in the \
      interface takes the whole import back.

      Prices are read as people write them: 1299.00, 1,299.00, 1 299,00, 129,90 €. Dates too, \
      2024-05-31 and 31.05.2024; of 05/06/2024 the month comes first, as in Homebox.
      """)

  @Argument(help: "The file; - reads standard input.")
  var file: String

  @Flag(help: "Only say what would happen.")
  var dryRun = false

  @Flag(help: "Take a price of 0 as not known.")
  var zeroIsUnknown = false

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .write)
      let archivedBefore = store.counts.archived
      let options = CSVImporter.Options(isDryRun: dryRun, zeroIsUnknown: zeroIsUnknown)
      if file != "-", CollectionImporter.seemsArchive(file) {
        return try readCollection(into: store, options, archivedBefore)
      }
      let importer = CSVImporter(store: store, options: options)
      let report =
        file == "-"
        ? try importer.importFile(descriptor: STDIN_FILENO, session: Workspace.mainSession)
        : try importer.importFile(at: file, session: Workspace.mainSession)
      say(report, archived: store.counts.archived - archivedBefore)
      if !report.isAcceptable { throw ExitCode(report.exitCode) }
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.fail(error)
    }
  }

  private func readCollection(
    into store: InventoryStore, _ options: CSVImporter.Options, _ archivedBefore: Int
  ) throws {
    let importer = CollectionImporter(store: store, options: options)
    let report = try importer.importFile(at: file, session: Workspace.mainSession)
    if report.items.isAcceptable, !report.leftOut.isEmpty {
      Console.message(
        "\(file): left out, since there is nothing like it here: "
          + report.leftOut.joined(separator: ", "))
    }
    if report.missing > 0 {
      let missing = Figures.count(report.missing, "attached file is", "attached files are")
      Console.message("\(file): \(missing) listed and missing")
    }
    say(report.items, archived: store.counts.archived - archivedBefore)
    if report.files > 0 {
      Console.message("Attached \(Figures.count(report.files, "file", "files"))")
    }
    if !report.items.isAcceptable { throw ExitCode(report.items.exitCode) }
  }

  private func say(_ report: ImportReport, archived: Int) {
    for note in report.warnings { Console.message("\(file): \(note)") }
    if report.warningCount > report.warnings.count {
      let more = Figures.count(report.warningCount - report.warnings.count)
      Console.message("\(file): and \(more) more like these")
    }
    for note in report.problems { Console.message("\(file): \(note)") }
    guard report.isAcceptable else {
      Console.message(
        "keepsake: nothing was imported: "
          + Figures.count(report.problemCount, "problem", "problems")
          + " in \(file); mend and try again")
      return
    }
    let verb = report.isDryRun ? "Would import" : "Imported"
    let counts = [
      "\(Figures.count(report.created)) new", "\(Figures.count(report.changed)) changed",
      "\(Figures.count(report.unchanged)) the same",
      Figures.count(report.createdPlaces, "new place", "new places"),
    ]
    if report.zeroPrices > 0 {
      Console.message(
        "\(file): \(Figures.count(report.zeroPrices, "price is", "prices are")) 0, which counts as "
          + "known; if it means not known, import it again with --zero-is-unknown")
    }
    let hidden = archived > 0 ? ["\(Figures.count(archived)) archived, which lists leave out"] : []
    Console.message(
      "\(verb) \(Figures.items(report.rows)): " + (counts + hidden).joined(separator: ", "))
  }
}
