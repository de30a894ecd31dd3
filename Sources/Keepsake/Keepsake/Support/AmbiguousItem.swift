import Inventory

/// Several items match what should name one.
nonisolated struct AmbiguousItem: Error {
  /// The text that names them.
  let text: String
  /// The first of them, a line each: number, name, place.
  let matches: [String]
  /// How many more there are.
  let rest: Int

  /// The most that are listed.
  private static let most = 20

  /// Finds the items again, with their numbers.
  init(_ text: String, in store: InventoryStore) throws(InventoryError) {
    let filter = try store.filter(naming: text)
    let list = try ItemList(store: store, query: ItemQuery(filter: filter))
    let count = try list.count
    var matches: [String] = []
    for index in 0..<min(count, Self.most) {
      guard let row = try list.row(at: index), let item = try store.items.fetch(row.uuid) else {
        break
      }
      let number = item.assetNumber.map(AssetNumber.text) ?? row.uuid.uuidString
      matches.append(
        [number, row.name, row.placePath ?? ""]
          .filter { !$0.isEmpty }.joined(separator: "  "))
    }
    self.text = text
    self.matches = matches
    rest = count - matches.count
  }

  /// The line above the matches.
  var message: String {
    "several items match “\(text)”; name one by its number:"
  }
}
