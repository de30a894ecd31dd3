import Foundation
import GRDB

/// The items that a text on the command line names.
public enum NamedItems: Hashable, Sendable {
  /// One item.
  case one(UUID)
  /// Several, all of which a filter with the text finds.
  case several
  /// Nothing.
  case none
}

extension InventoryStore {
  /// The items that a text names: by number (`000-123`), by identity, by name, or otherwise by
  /// words in them.
  ///
  /// A name or word means the items in the lists if there are any, then those in the archive, then those in the
  /// trash. Only a whole name in the archive comes before a word in the lists. Several items of one name are several:
  /// the search goes no further.
  public func items(named text: String) throws(InventoryError) -> NamedItems {
    if let uuid = UUID(uuidString: text), try items.fetch(uuid) != nil { return .one(uuid) }
    if let uuid = try item(numbered: text) { return .one(uuid) }
    return try firstShelf(naming: text)?.items ?? .none
  }

  /// The filter that finds all items that a text names, if it names several.
  public func filter(naming text: String) throws(InventoryError) -> String {
    guard let shelf = try firstShelf(naming: text)?.shelf else { return text }
    return ItemQuery(shelf: shelf, words: text).filter
  }

  /// The first shelf with items of a name or with its words, and those items.
  private func firstShelf(
    naming text: String
  ) throws(InventoryError) -> (shelf: ItemShelf, items: NamedItems)? {
    let inUse: [ItemShelf] = [.lists, .archive]
    for shelf in inUse {
      let found = try items(called: text, on: shelf)
      if found != .none { return (shelf, found) }
    }
    for shelf in inUse {
      let found = try items(with: text, on: shelf)
      if found != .none { return (shelf, found) }
    }
    var found = try items(called: text, on: .trash)
    if found == .none { found = try items(with: text, on: .trash) }
    return found == .none ? nil : (.trash, found)
  }

  /// The items of a shelf that contain the words of a text.
  private func items(
    with text: String, on shelf: ItemShelf
  ) throws(InventoryError) -> NamedItems {
    // A filter without its ignored parts would name other items, or all.
    guard SearchQuery(text).isUnderstood else { return .none }
    let list = try ItemList(store: self, query: ItemQuery(shelf: shelf, words: text))
    guard let first = try list.row(at: 0) else { return .none }
    return try list.count == 1 ? .one(first.uuid) : .several
  }

  private func item(numbered text: String) throws(InventoryError) -> UUID? {
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard case .number(let number) = AssetNumber.parse(digits) else { return nil }
    return try database.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid FROM item WHERE asset_no = ?")
      return try UUID.fetchOne(statement, arguments: [number])
    }
  }

  /// The items of a shelf with a name.
  private func items(
    called name: String, on shelf: ItemShelf
  ) throws(InventoryError) -> NamedItems {
    let found = try database.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid FROM item WHERE \(shelf.condition) AND sort_key = ? LIMIT 2")
      return try UUID.fetchAll(statement, arguments: [SortKey.key(for: name)])
    }
    guard let first = found.first else { return .none }
    return found.count == 1 ? .one(first) : .several
  }
}
