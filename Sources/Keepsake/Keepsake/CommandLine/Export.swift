import RepriseCommands
import ArgumentParser
import Foundation
import Inventory

/// `keepsake export`: writes the inventory as CSV.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write everything as a CSV that Homebox reads, and that imports here unchanged.",
    discussion: """
      A name that ends in .zip makes it a collection of Homebox, a ZIP file that holds places and \
      attached files, too: `keepsake export -o home.zip`. Of a private place it holds the \
      name, sealed, and the CSV only that there is one.

      Every text is written as it is, also one that begins with =, +, - or @, which a spreadsheet \
      takes for a formula: import the file there as text.

      A file that is there is replaced only with --force, or after a question on a terminal.
      """)

  @Option(
    name: [.short, .long],
    help: "The file to write, whole or not at all: .csv, or .zip for a collection.")
  var output: String?

  @Flag(help: "Write a collection of Homebox, with attached files, instead of a CSV.")
  var collection = false

  @OptionGroup var replacing: OutputReplacing

  private static let formats = OutputFormat(endings: [("csv", false), ("zip", true)])

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      guard let output, output != "-" else {
        guard !collection else {
          throw UsageFailure(
            status: .usage, message: "a collection is not text; name its file: -o FILE.zip")
        }
        try CSVExporter(store: store).export { Console.document($0) }
        return
      }
      let isCollection = try Self.formats.format(
        ofFile: output, asked: collection ? (true, "--collection") : nil, usual: false)
      let file = try OutputFile(path: output, replaces: replacing.mayReplace(output))
      if isCollection { return try writeCollection(of: store, to: file, at: output) }
      let exporter = CSVExporter(store: store)
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
