import RepriseCommands
import ArgumentParser
import Foundation
import Inventory

/// `keepsake report`: writes a document for the insurer.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a document for the insurer: one HTML file that prints well, or CSV.",
    usage: "keepsake report [<options>] [<query> ...]",
    discussion: """
      The report has a cover, a summary by place and category, and every item with its evidence, replacement value and \
      actual cash value. The HTML file contains the pictures and the first ten pages of each PDF. Words or a saved view \
      narrow it as in `keepsake list`. Set name, address and policy with `keepsake settings`. Files that can't be \
      decoded are listed as damaged or encrypted instead of shown.

      An existing file is replaced only with --force; on a terminal, Keepsake asks.
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write: .html, .htm or .csv. It is written completely or not at all.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Write CSV instead, one line per item.")
  var csv = false

  @Flag(help: "Leave out notes.")
  var noNotes = false

  @Flag(help: "Leave out pictures and pages; they are still listed.")
  var noPhotos = false

  @Option(help: "The date of the report, for example 2024-05-01. Ages are calculated for that day.")
  var date: String?

  @OptionGroup var replacing: OutputReplacing

  @Option(
    help: ArgumentHelp("The saved view to report on; words narrow it further.", valueName: "name"),
    completion: Completions.view)
  var view: String?

  @Argument(
    help: "Words and operators of the filter; see keepsake list.", completion: Completions.query)
  var query: [String] = []

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      let photos = PhotoCheck(try Workspace.paths().pictures)
      guard let output, output != "-" else {
        let extent = try ReportFile.produce(of: store, try options(store), photos, asTable: csv) {
          Console.document($0)
        }
        ReportFile.remarks(on: extent).forEach(Console.message)
        return
      }
      let asTable = try ReportFile.isTable(output, asked: csv ? "--csv" : nil)
      let written = try ReportFile.save(
        of: store, try options(store), photos, asTable: asTable, to: output,
        replaces: replacing.mayReplace(output))
      Console.message(written.line)
      written.remarks.forEach(Console.message)
    } catch {
      Console.fail(error)
    }
  }

  private func options(_ store: InventoryStore) throws -> ReportOptions {
    var options = ReportOptions(day: .today(), customs: Workspace.customs)
    if let date {
      guard let day = CalendarDate(iso: date) else {
        throw UsageFailure(
          status: .usage, message: "“\(date)” is not a date; write it like 2024-05-01")
      }
      options.day = day
    }
    options.query = try FilterText.joined(query, view: view, in: store)
    options.hasNotes = !noNotes
    options.hasPhotos = !noPhotos
    return options
  }
}
