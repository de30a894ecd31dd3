import GRDB

/// Where a list looks, as SQL: the condition of its scope, and the index that serves scope and order.
struct ScopeClause: Sendable {
  static let live = "item.shelf = 0"

  let condition: String
  /// What is bound to the condition, if anything is: the number of a place.
  let place: Int64?
  let index: String
  /// The maintained count of the scope.
  let countQuery: String

  /// Makes the clause of a scope; the place's number is looked up once.
  init(_ scope: ItemQuery.Scope, _ db: Database) throws {
    switch scope {
    case .everywhere:
      condition = Self.live
      place = nil
      index = "item_order"
      countQuery = "SELECT value FROM meta WHERE key = 'items_live'"
    case .unplaced:
      condition = Self.live + " AND item.location_id IS NULL"
      place = nil
      index = "item_place"
      countQuery = "SELECT value FROM meta WHERE key = 'items_unplaced'"
    case .place(let uuid):
      let id = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT id FROM location WHERE uuid = ?"), arguments: [uuid])
      condition = Self.live + " AND item.location_id = ?"
      place = id ?? -1
      index = "item_place"
      countQuery = "SELECT item_count FROM location WHERE id = ?"
    }
  }
}
