import Foundation
import GRDB

/// Finds the items that a filter asks for, in the order of the list.
///
/// Each term is looked up by itself, in the items' words and in the names of the places they are in
/// (at any depth); the sets are then intersected. The order comes from the list's own index.
struct ItemSearch {
  let store: InventoryStore

  /// Below this many hits, sorting them is cheaper than walking the whole order.
  private static let fewHits = 2000

  func matches(
    _ query: SearchQuery, in scope: ItemQuery.Scope
  ) throws(InventoryError) -> [Int64] {
    let version = store.dataVersion
    return try store.file.read { db in
      let hits = try rows(query, db)
      if scope != .everywhere {
        return try order(of: scope, db).filter(hits.contains)
      }
      if hits.count <= Self.fewHits { return try sorted(hits.ids, db) }
      let order = try store.liveOrder.value(for: version) { try self.order(of: .everywhere, db) }
      return order.filter(hits.contains)
    }
  }

  private func rows(_ query: SearchQuery, _ db: Database) throws -> RowSet {
    var result: RowSet?
    for term in query.terms where !term.isExcluded {
      let hits = try rows(term, db)
      result?.formIntersection(hits)
      result = result ?? hits
    }
    var hits = try result ?? allRows(db)
    for term in query.terms where term.isExcluded { hits.subtract(try rows(term, db)) }
    return hits
  }

  private func rows(_ term: SearchQuery.Term, _ db: Database) throws -> RowSet {
    var hits = RowSet()
    let expression = term.matchExpression
    let words = try BulkStatement(
      db, sql: "SELECT rowid FROM item_fts WHERE item_fts MATCH ?")
    words.bind(expression)
    try words.forEach { hits.insert($0) }
    let places = try BulkStatement(
      db,
      sql: """
        WITH RECURSIVE hit(id) AS (
          SELECT rowid FROM place_fts WHERE place_fts MATCH ?
          UNION
          SELECT location.id FROM hit CROSS JOIN location ON location.parent_id = hit.id)
        SELECT item.id FROM hit CROSS JOIN item INDEXED BY item_place
          ON item.location_id = hit.id WHERE \(ItemFetcher.live)
        """)
    places.bind(expression)
    try places.forEach { hits.insert($0) }
    return hits
  }

  private func allRows(_ db: Database) throws -> RowSet {
    var all = RowSet()
    let ids = try BulkStatement(db, sql: "SELECT id FROM item WHERE \(ItemFetcher.live)")
    try ids.forEach { all.insert($0) }
    return all
  }

  private func sorted(_ ids: [Int64], _ db: Database) throws -> [Int64] {
    let position = try db.cachedStatement(
      sql: "SELECT sort_key FROM item WHERE id = ? AND \(ItemFetcher.live)")
    var found: [(key: String, id: Int64)] = []
    for id in ids {
      if let key = try String.fetchOne(position, arguments: [id]) { found.append((key, id)) }
    }
    found.sort { left, right in
      if left.key.utf8.elementsEqual(right.key.utf8) { return left.id < right.id }
      return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    return found.map(\.id)
  }

  private func order(of scope: ItemQuery.Scope, _ db: Database) throws -> [Int64] {
    let (index, condition) =
      switch scope {
      case .everywhere: ("item_order", "")
      case .unplaced: ("item_place", " AND item.location_id IS NULL")
      case .place:
        ("item_place", " AND item.location_id = (SELECT id FROM location WHERE uuid = ?)")
      }
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT item.id FROM item INDEXED BY \(index)
        WHERE \(ItemFetcher.live)\(condition) ORDER BY item.sort_key, item.id
        """)
    if case .place(let uuid) = scope { statement.bind(uuid) }
    var ids: [Int64] = []
    try statement.forEach { ids.append($0) }
    return ids
  }
}
