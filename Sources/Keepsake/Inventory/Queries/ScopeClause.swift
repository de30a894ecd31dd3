import Foundation
import GRDB

/// The scope of a list in SQL: its condition, its order, and the index for both.
struct ScopeClause: Sendable {
  static let live = ItemShelf.lists.condition

  /// Where the items are kept.
  let shelf: ItemShelf
  let condition: String
  /// The condition of the scope without that of the shelf.
  let narrowing: String
  /// The row number bound to the condition, if there is one.
  let place: Int64?
  let index: String
  /// `INDEXED BY` with the index, or `NOT INDEXED`.
  ///
  /// An index that only tells which rows are live would look up each row by itself, which takes ten
  /// times as long as scanning them all.
  let indexed: String
  /// Whether that index delivers the rows in order.
  let isSorted: Bool
  /// The sort key.
  let key: String
  /// The query for the maintained count of the scope, or for one by a scan if there is none.
  let countQuery: String

  /// Makes the clause of a query.
  init(_ query: ItemQuery, _ db: Database) throws {
    try self.init(query.scope, query.order, on: query.shelf, db)
  }

  /// Makes the clause of a scope and an order; looks up the row number of a place once.
  init(
    _ scope: ItemQuery.Scope, _ order: ItemQuery.Order, on shelf: ItemShelf = .lists, _ db: Database
  ) throws {
    let clause = OrderClause(order)
    key = clause.key
    self.shelf = shelf
    if shelf != .lists {
      // Few rows, seldom listed: no count is maintained for them, and none of the indexes is needed.
      (narrowing, place) = try Self.condition(scope, db)
      condition = "\(shelf.condition) AND \(narrowing)"
      (index, indexed, isSorted) = ("", "NOT INDEXED", false)
      countQuery = "SELECT count(*) FROM item NOT INDEXED WHERE \(condition)"
      return
    }
    switch scope {
    case .everywhere:
      narrowing = "1"
      condition = Self.live
      place = nil
      index = try clause.index(in: db)
      countQuery = "SELECT value FROM meta WHERE key = 'items_live'"
    case .unplaced:
      narrowing = "item.location_id IS NULL"
      condition = "\(Self.live) AND \(narrowing)"
      place = nil
      index = "item_place"
      countQuery = "SELECT value FROM meta WHERE key = 'items_unplaced'"
    case .place(let uuid):
      narrowing = "item.location_id = ?"
      condition = "\(Self.live) AND \(narrowing)"
      place = try Self.number(of: uuid, in: "location", db)
      index = "item_place"
      countQuery = "SELECT item_count FROM location WHERE id = ?"
    case .within, .category, .tag, .gap:
      (narrowing, place) = try Self.condition(scope, db)
      condition = "\(ValueClause.counts) AND \(narrowing)"
      index = ""
      countQuery = "SELECT count(*) FROM item NOT INDEXED WHERE \(condition)"
    }
    indexed = index.isEmpty ? "NOT INDEXED" : "INDEXED BY \(index)"
    isSorted = !index.isEmpty && (index != "item_place" || order.ascending == .name)
  }

  /// The condition of a scope, and what to bind to it.
  private static func condition(
    _ scope: ItemQuery.Scope, _ db: Database
  ) throws -> (String, Int64?) {
    switch scope {
    case .within(let uuid):
      let places = """
        WITH RECURSIVE below(id) AS (
          VALUES (?) UNION SELECT location.id FROM below JOIN location ON parent_id = below.id)
        SELECT id FROM below
        """
      return ("item.location_id IN (\(places))", try number(of: uuid, in: "location", db))
    case .category(let uuid?):
      return ("item.category_id = ?", try number(of: uuid, in: "category", db))
    case .category(nil): return ("item.category_id IS NULL", nil)
    case .tag(let uuid):
      return (
        "item.id IN (SELECT item_id FROM item_tag WHERE tag_id = ?)",
        try number(of: uuid, in: "tag", db)
      )
    case .gap(let gap): return (try gap.condition(db) ?? "0", nil)
    case .place(let uuid):
      return ("item.location_id = ?", try number(of: uuid, in: "location", db))
    case .unplaced: return ("item.location_id IS NULL", nil)
    case .everywhere: return ("1", nil)
    }
  }

  /// The row number of an identity; for one that is gone, a number that no row has.
  private static func number(of uuid: UUID, in table: String, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM \(table) WHERE uuid = ?"), arguments: [uuid]) ?? -1
  }
}

extension OrderClause {
  /// The index, if the file has it: an older format may be open for reading only.
  fileprivate func index(in db: Database) throws -> String {
    guard let index, index != "item_order" else { return self.index ?? "" }
    return try db.hasIndex(index) ? index : ""
  }
}

extension ScopeClause {
  /// The condition on key and number for the rows on one side of a position.
  ///
  /// Written so that SQLite starts at the position in an index on an expression, too, which it does not
  /// do for a row value comparison.
  func beyond(_ comparison: String) -> String {
    if key == "item.sort_key" { return "(\(key), item.id) \(comparison) (?, ?)" }
    let side = comparison.hasPrefix(">") ? ">" : "<"
    return "\(key) \(side)= ? AND (\(key) \(side) ? OR item.id \(comparison) ?)"
  }

  /// The values that ``beyond(_:)`` needs, without the number.
  func keys(_ position: RowPosition) -> [ColumnValue] {
    key == "item.sort_key" ? [position.key] : [position.key, position.key]
  }

  /// The values that ``beyond(_:)`` needs.
  func values(_ position: RowPosition) -> [(any DatabaseValueConvertible)?] {
    // One by one: to cast the array takes a look at all conformances, which a launch pays for.
    var values: [(any DatabaseValueConvertible)?] = []
    for key in keys(position) { values.append(key) }
    values.append(position.id)
    return values
  }
}
