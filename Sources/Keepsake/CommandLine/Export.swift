import ArgumentParser
import Foundation
import Inventory

/// `keepsake export`: writes the inventory as CSV.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write everything as a CSV that Homebox reads, and that imports here unchanged.",
    discussion: """
      Every text is written as it is, also one that begins with =, +, - or @, which a spreadsheet \
      takes for a formula: import the file there as text.
      """)

  @Option(name: [.short, .long], help: "The file to write, whole or not at all.")
  var output: String?

  func run() throws {
    do {
      let store = try Workspace.openInventory()
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
}
