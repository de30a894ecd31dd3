import RepriseCommands
import ArgumentParser
import Foundation
import Inventory

/// `keepsake report`: writes a document for the insurer.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a document for the insurer: one HTML file that prints well, or CSV.",
    discussion: """
      Cover, summary by place and category, and every item with its evidence, replacement value and \
      actual cash value; pictures are inside the file. Words narrow it as they do a list. Name, \
      address and policy are kept with `keepsake settings`. Pictures that can't be decoded are listed as \
      damaged instead of shown.

      A file that is there is replaced only with --force, or after a question on a terminal.
      """)

  @Option(
    name: [.short, .long], help: "The file to write, whole or not at all: .html, .htm or .csv.")
  var output: String?

  @Flag(help: "Write CSV instead, a line an item.")
  var csv = false

  @Flag(help: "Leave out notes.")
  var noNotes = false

  @Flag(help: "Leave out pictures; what there is is listed all the same.")
  var noPhotos = false

  @Option(help: "The day of the report, as 2024-05-01, from which ages are counted.")
  var date: String?

  @OptionGroup var replacing: OutputReplacing

  @Argument(help: "What to look for.")
  var query: [String] = []

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      let photos = PhotoCheck(try Workspace.paths().pictures)
      guard let output, output != "-" else {
        let extent = try ReportFile.produce(of: store, try options(), photos, asTable: csv) {
          Console.document($0)
        }
        ReportFile.remarks(on: extent).forEach(Console.message)
        return
      }
      let asTable = try ReportFile.isTable(output, asked: csv ? "--csv" : nil)
      let written = try ReportFile.save(
        of: store, try options(), photos, asTable: asTable, to: output,
        replaces: replacing.mayReplace(output))
      Console.message(written.line)
      written.remarks.forEach(Console.message)
    } catch {
      Console.fail(error)
    }
  }

  private func options() throws -> ReportOptions {
    var options = ReportOptions(day: .today(), customs: Workspace.customs)
    if let date {
      guard let day = CalendarDate(iso: date) else {
        throw UsageFailure(
          status: .usage, message: "“\(date)” is not a date; write it like 2024-05-01")
      }
      options.day = day
    }
    options.query = query.joined(separator: " ")
    options.hasNotes = !noNotes
    options.hasPhotos = !noPhotos
    return options
  }
}
