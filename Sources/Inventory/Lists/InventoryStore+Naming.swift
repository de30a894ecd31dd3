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
  /// The live items that a text names: by number (`000-123`), by identity, by name, or otherwise by
  /// words in them.
  public func items(named text: String) throws(InventoryError) -> NamedItems {
    if let uuid = UUID(uuidString: text), let item = try item(uuid), item.deletedAt == nil {
      return .one(uuid)
    }
    if let uuid = try item(numbered: text) { return .one(uuid) }
    let sameName = try items(called: text)
    if sameName.count == 1 { return .one(sameName[0]) }
    let list = try ItemList(store: self, query: ItemQuery(filter: text))
    guard let first = try list.row(at: 0) else { return .none }
    return try list.count == 1 ? .one(first.uuid) : .several
  }

  private func item(numbered text: String) throws(InventoryError) -> UUID? {
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard case .number(let number) = AssetNumber.parse(digits) else { return nil }
    return try file.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid FROM item WHERE \(ScopeClause.live) AND asset_no = ?")
      return try UUID.fetchOne(statement, arguments: [number])
    }
  }

  private func items(called name: String) throws(InventoryError) -> [UUID] {
    try file.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid FROM item WHERE \(ScopeClause.live) AND sort_key = ? LIMIT 2")
      return try UUID.fetchAll(statement, arguments: [SortKey.key(for: name)])
    }
  }
}
