import ArgumentParser
import Foundation
import Inventory

/// `keepsake list`: prints items, one a line.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print items, one a line: name, place, quantity, value.",
    discussion: "Words narrow the list: all of them have to occur, \"a phrase\" as it is, -not.")

  @Flag(help: "One JSON object a line, with every field.")
  var json = false

  @Argument(help: "What to look for.")
  var query: [String] = []

  func run() throws {
    do {
      let store = try InventoryStore(directory: Workspace.paths().data, access: .writeIfPossible)
      let list = try ItemList(
        store: store, query: ItemQuery(filter: query.joined(separator: " ")))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      for index in 0..<(try list.count) {
        guard let row = try list.row(at: index) else {
          // The count was more than there is.
          if query.isEmpty { break } else { continue }
        }
        if json {
          try printJSON(row, from: store, with: encoder)
        } else {
          Console.data(
            row.name, row.placePath ?? "", Quantity.text(row.quantity),
            row.unitValue.map { Money(minor: $0, currency: store.currency).plainText } ?? "")
        }
      }
    } catch {
      Console.fail(error)
    }
  }

  private func printJSON(
    _ row: ItemRow, from store: InventoryStore, with encoder: JSONEncoder
  )
    throws
  {
    guard let item = try store.item(row.uuid) else { return }
    let line = JSONRecord(
      item: item, relations: try store.relations(of: item), currency: store.currency)
    Console.json(String(decoding: try encoder.encode(line), as: UTF8.self))
  }
}
