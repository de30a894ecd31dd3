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
  /// A name or word means an item in the lists if there is one, then one in the archive, then one in the
  /// trash. Only a whole name in the archive comes before a word in the lists.
  public func items(named text: String) throws(InventoryError) -> NamedItems {
    if let uuid = UUID(uuidString: text), try item(uuid) != nil { return .one(uuid) }
    if let uuid = try item(numbered: text) { return .one(uuid) }
    if let item = try item(called: text, on: .lists) { return .one(item) }
    if let item = try item(called: text, on: .archive) { return .one(item) }
    for shelf in [ItemShelf.lists, .archive] {
      let found = try items(with: text, on: shelf)
      if found != .none { return found }
    }
    if let item = try item(called: text, on: .trash) { return .one(item) }
    return try items(with: text, on: .trash)
  }

  /// The filter that finds all items that a text names, if it names several.
  public func filter(naming text: String) throws(InventoryError) -> String {
    for shelf in [ItemShelf.lists, .archive, .trash] {
      let query = ItemQuery(shelf: shelf, words: text)
      if try ItemList(store: self, query: query).count > 0 { return query.filter }
    }
    return text
  }

  /// The items of a shelf that contain the words of a text.
  private func items(
    with text: String, on shelf: ItemShelf
  ) throws(InventoryError) -> NamedItems {
    let list = try ItemList(store: self, query: ItemQuery(shelf: shelf, words: text))
    guard let first = try list.row(at: 0) else { return .none }
    return try list.count == 1 ? .one(first.uuid) : .several
  }

  private func item(numbered text: String) throws(InventoryError) -> UUID? {
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard case .number(let number) = AssetNumber.parse(digits) else { return nil }
    return try file.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid FROM item WHERE asset_no = ?")
      return try UUID.fetchOne(statement, arguments: [number])
    }
  }

  /// The only item of a shelf with a name.
  private func item(
    called name: String, on shelf: ItemShelf
  ) throws(InventoryError) -> UUID? {
    let found = try file.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid FROM item WHERE \(ScopeClause.isOn(shelf)) AND sort_key = ? LIMIT 2")
      return try UUID.fetchAll(statement, arguments: [SortKey.key(for: name)])
    }
    return found.count == 1 ? found[0] : nil
  }
}
