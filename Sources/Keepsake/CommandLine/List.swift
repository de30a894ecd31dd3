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
      let store = try InventoryStore(directory: Workspace.paths().data)
      let list = try ItemList(
        store: store, query: ItemQuery(filter: query.joined(separator: " ")))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      for index in 0..<(try list.count) {
        guard let row = try list.row(at: index) else { continue }
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
    let line = ListedItem(item: item, place: row.placePath, currency: store.currency)
    Console.json(String(decoding: try encoder.encode(line), as: UTF8.self))
  }
}

/// The fields of `list --json`.
///
/// Their names are stable; what is unknown is left out.
nonisolated struct ListedItem: Encodable {
  var uuid: String
  var assetNumber: String?
  var name: String
  var place: String?
  var quantity: Double
  var tags: [String]
  var description: String?
  var notes: String?
  var manufacturer: String?
  var modelNumber: String?
  var serialNumber: String?
  var currency: String
  var purchasePrice: String?
  var purchaseDate: String?
  var purchaseFrom: String?
  var replacementValue: String?
  var insured: Bool
  var warrantyUntil: String?

  init(item: Item, place: String?, currency: Currency) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    func money(_ minor: Int64?) -> String? {
      minor.map { Money(minor: $0, currency: currency).plainText }
    }
    uuid = item.uuid.uuidString
    assetNumber = item.assetNumber.map(AssetNumber.text)
    name = item.name
    self.place = place
    quantity = item.quantity
    tags = item.tags
    description = known(item.description)
    notes = known(item.notes)
    manufacturer = known(item.manufacturer)
    modelNumber = known(item.modelNumber)
    serialNumber = known(item.serialNumber)
    self.currency = currency.code
    purchasePrice = money(item.purchasePrice)
    purchaseDate = item.purchaseDate?.text
    purchaseFrom = known(item.purchaseFrom)
    replacementValue = money(item.replacementValue)
    insured = item.isInsured
    warrantyUntil = item.warrantyUntil?.text
  }
}
