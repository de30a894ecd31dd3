import Foundation
import GRDB
import Storage

extension ItemList {
  /// The identities of all items in the order of the list; `nil` for rows that a search has not found yet.
  ///
  /// Reads no rows in full: a hundred thousand take about a tenth of a second.
  public var uuids: [UUID?] {
    get throws(InventoryError) {
      let (found, areReversed) = try identities()
      return areReversed ? found.reversed() : found
    }
  }
}

extension KeysetPages {
  func uuids() throws(InventoryError) -> [UUID?] { try fetcher.uuids() }
}

extension FilteredPages {
  func uuids() throws(InventoryError) -> [UUID?] {
    let known = try fetcher.uuids(ids: found.ids)
    let before = [UUID?](repeating: nil, count: found.start)
    let after = [UUID?](repeating: nil, count: max(0, count - found.start - known.count))
    return before + known + after
  }
}

extension ItemFetcher {
  /// The most rows that are looked up one by one.
  private static let fewRows = 500

  /// The identities of the existing rows with these numbers; `nil` for any other.
  func uuids(ids: [Int64]) throws(InventoryError) -> [UUID?] {
    try file.read { db in
      guard ids.count > Self.fewRows else {
        let find = try db.cachedStatement(sql: "SELECT uuid FROM item WHERE id = ?")
        return try ids.map { try UUID.fetchOne(find, arguments: [$0]) }
      }
      var known: [Int64: UUID] = [:]
      let rows = try Row.fetchCursor(db, sql: "SELECT id, uuid FROM item")
      while let row = try rows.next() { known[try row.value(0)] = try row.value(1) as UUID }
      return ids.map { known[$0] }
    }
  }
}

extension ItemStore {
  /// The most items that are looked up one by one.
  private static let fewItems = 500

  /// Which of some items are not among those that a query chooses from, whatever its filter's words are.
  public func missing(
    _ items: [UUID], from query: ItemQuery
  ) throws(InventoryError) -> [UUID] {
    try database.read { db in
      let clause = try ScopeClause(query.scope, .name, on: query.shelf, db)
      let place: [(any DatabaseValueConvertible)?] = clause.place.map { [$0] } ?? []
      guard items.count > Self.fewItems else {
        let find = try db.cachedStatement(
          sql: "SELECT 1 FROM item WHERE \(clause.condition) AND item.uuid = ?")
        return try items.filter {
          try Int.fetchOne(find, arguments: StatementArguments(place + [$0])) == nil
        }
      }
      let present = try UUID.fetchSet(
        db, sql: "SELECT uuid FROM item WHERE \(clause.condition)",
        arguments: StatementArguments(place))
      return items.filter { !present.contains($0) }
    }
  }
}
