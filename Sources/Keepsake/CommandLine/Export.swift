import ArgumentParser
import Foundation
import Inventory

/// `keepsake export`: writes the inventory as CSV.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write everything as a CSV that Homebox reads, and that imports here unchanged.",
    discussion: """
      With --collection it is a collection of Homebox instead, a ZIP file that holds places and \
      attached files, too: `keepsake export --collection -o home.zip`. Of a private place it holds the \
      name, sealed, and the CSV only that there is one.

      Every text is written as it is, also one that begins with =, +, - or @, which a spreadsheet \
      takes for a formula: import the file there as text.
      """)

  @Option(name: [.short, .long], help: "The file to write, whole or not at all.")
  var output: String?

  @Flag(help: "Write a collection of Homebox, with attached files, instead of a CSV.")
  var collection = false

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      if collection { return try writeCollection(of: store) }
      let exporter = CSVExporter(store: store)
      guard let output, output != "-" else {
        try exporter.export { Console.document($0) }
        return
      }
      let file = try OutputFile(path: output)
      let count = try exporter.export { bytes throws(InventoryError) in try file.append(bytes) }
      try file.commit()
      Console.message("Wrote \(Figures.items(count)) to \(output)")
    } catch {
      Console.fail(error)
    }
  }

  private func writeCollection(of store: InventoryStore) throws {
    guard let output, output != "-" else {
      throw UsageFailure(
        status: .usage, message: "a collection is not text; name its file: -o FILE.zip")
    }
    let file = try OutputFile(path: output)
    let report = try file.write { descriptor throws(InventoryError) in
      try CollectionExporter(store: store).export(to: descriptor, path: output)
    }
    try file.commit()
    for fault in report.faults { Console.message(fault) }
    let files = Figures.count(report.files, "file", "files")
    Console.message("Wrote \(Figures.items(report.items)) and \(files) to \(output)")
  }
}
