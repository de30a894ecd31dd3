import RepriseCommands
import ArgumentParser
import Foundation
import Inventory

/// `keepsake export`: writes the inventory as CSV.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the inventory as a CSV file that Homebox and Keepsake can import.",
    usage: "keepsake export [<options>] [<query> ...]",
    discussion: """
      A name that ends in .zip writes a Homebox collection, a ZIP file that also contains places, their photos and \
      attached files: `keepsake export -o home.zip`. It contains the names of private places in encrypted form; a CSV file only \
      shows that a place is private.

      Every text is written unchanged, including text that begins with =, +, - or @, which a spreadsheet would treat \
      as a formula. When you open the file in a spreadsheet, import the columns as text.

      Words or a saved view narrow a CSV file to matching items, as in `keepsake list`; a collection contains everything.

      An existing file is replaced only with --force; on a terminal, Keepsake asks.
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write: .csv, or .zip for a collection. It is written completely or not at all.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Write a Homebox collection with attached files instead of a CSV file.")
  var collection = false

  @OptionGroup var replacing: OutputReplacing

  @Option(
    help: ArgumentHelp(
      "The saved view to write to a CSV file; words narrow it further.", valueName: "name"),
    completion: Completions.view)
  var view: String?

  @Argument(
    help: "Words and operators of the filter; see keepsake list.", completion: Completions.query)
  var query: [String] = []

  private static let formats = OutputFormat(endings: [("csv", false), ("zip", true)])

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      let exporter = CSVExporter(
        store: store, filter: try FilterText.joined(query, view: view, in: store))
      guard let output, output != "-" else {
        guard !collection else {
          throw UsageFailure(
            status: .usage,
            message: "a collection can't go to standard output; name a file: -o FILE.zip")
        }
        try exporter.export { Console.document($0) }
        return
      }
      let isCollection = try Self.formats.format(
        ofFile: output, asked: collection ? (true, "--collection") : nil, usual: false)
      guard !isCollection || query.isEmpty && view == nil else {
        throw UsageFailure(
          status: .usage,
          message: "a collection contains everything; write a CSV file to export a part")
      }
      let file = try OutputFile(path: output, replaces: replacing.mayReplace(output))
      if isCollection { return try writeCollection(of: store, to: file, at: output) }
      let count = try exporter.export { bytes throws(InventoryError) in try file.add(bytes) }
      try file.commit()
      Console.message("Wrote \(Figures.items(count)) to \(output)")
    } catch {
      Console.fail(error)
    }
  }

  private func writeCollection(
    of store: InventoryStore, to file: OutputFile, at output: String
  ) throws {
    let report = try file.write { descriptor in
      try CollectionExporter(store: store).export(to: descriptor, path: output)
    }
    try file.commit()
    for fault in report.faults { Console.message(fault) }
    let files = Figures.count(report.files, "file", "files")
    Console.message("Wrote \(Figures.items(report.items)) and \(files) to \(output)")
  }
}
