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
      address and policy are kept with `keepsake settings`.
      """)

  @Option(name: [.short, .long], help: "The file to write, whole or not at all.")
  var output: String?

  @Flag(help: "Write CSV instead, a line an item.")
  var csv = false

  @Flag(help: "Leave out notes.")
  var noNotes = false

  @Flag(help: "Leave out pictures; what there is is listed all the same.")
  var noPhotos = false

  @Option(help: "The day of the report, as 2024-05-01, from which ages are counted.")
  var date: String?

  @Argument(help: "What to look for.")
  var query: [String] = []

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      guard let output, output != "-" else {
        let extent = try ReportFile.produce(of: store, try options(), asTable: csv) {
          Console.document($0)
        }
        ReportFile.remark(on: extent).map(Console.message)
        return
      }
      let said = try ReportFile.save(of: store, try options(), asTable: csv, to: output)
      Console.message(said.line)
      said.remark.map(Console.message)
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
