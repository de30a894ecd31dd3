import Foundation
import GRDB

/// The scope of a list in SQL: its condition, its order, and the index for both.
struct ScopeClause: Sendable {
  static let live = ItemShelf.lists.condition

  /// Where the items are kept.
  let shelf: ItemShelf
  let condition: String
  /// The condition of the scope without the shelf.
  let narrowing: String
  /// The row number bound to the condition, if any.
  let place: Int64?
  let index: String
  /// `INDEXED BY` with the index, or `NOT INDEXED`; empty where a view hides rows, which names no index.
  ///
  /// With an index that only knows which rows are live, SQLite would look up each row separately,
  /// which takes ten times as long as scanning them all.
  let indexed: String
  /// Whether that index delivers the rows in order.
  let isSorted: Bool
  /// The sort key.
  let key: String
  /// The query for the maintained count of the scope, or else for a count by a scan.
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
      // These have few rows and are seldom listed, so no count is maintained for them, and no index is needed.
      (narrowing, place) = try Self.condition(scope, db)
      condition = "\(shelf.condition) AND \(narrowing)"
      (index, indexed, isSorted) = ("", "NOT INDEXED", false)
      countQuery = Self.scan(condition)
      return
    }
    switch scope {
    case .everywhere:
      narrowing = "1"
      condition = Self.live
      place = nil
      index = try clause.index(in: db)
      countQuery = try RatedCounts.everywhere(db) ?? Self.scan(condition)
    case .unplaced:
      narrowing = "item.location_id IS NULL"
      condition = "\(Self.live) AND \(narrowing)"
      place = nil
      index = "item_place"
      countQuery = try RatedCounts.unplaced(db) ?? Self.scan(condition)
    case .place(let uuid):
      narrowing = "item.location_id = ?"
      condition = "\(Self.live) AND \(narrowing)"
      place = try Self.number(of: uuid, in: "location", db)
      index = "item_place"
      countQuery = try RatedCounts.placed(db) ?? Self.scan(condition)
    case .within, .category, .tag, .gap, .due:
      (narrowing, place) = try Self.condition(scope, db)
      condition = "\(ValueClause.counts) AND \(narrowing)"
      index = ""
      countQuery = Self.scan(condition)
    }
    let isView = try LimitedViews.areInstalled(db)
    indexed = isView ? "" : index.isEmpty ? "NOT INDEXED" : "INDEXED BY \(index)"
    isSorted = !index.isEmpty && (index != "item_place" || order.ascending == .name)
  }

  /// Counts the rows of a condition one by one.
  private static func scan(_ condition: String) -> String {
    "SELECT count(*) FROM item NOT INDEXED WHERE \(condition)"
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
    case .due(let date): return (try date.condition(db) ?? "0", nil)
    case .place(let uuid):
      return ("item.location_id = ?", try number(of: uuid, in: "location", db))
    case .unplaced: return ("item.location_id IS NULL", nil)
    case .everywhere: return ("1", nil)
    }
  }

  /// The row number of an identity; -1, which no row has, if the row is gone.
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

/// The order of a list in SQL.
///
/// A key is never NULL: unknown values sort first, and rows with equal keys by their numbers.
struct OrderClause: Sendable {
  /// The sort key of a row of `item`.
  let key: String
  /// The index of all live items in this order; `nil` if the order has none.
  let index: String?

  /// The clause of an order, ascending or descending.
  init(_ order: ItemQuery.Order) {
    switch order.ascending {
    case .value: (key, index) = (Self.valueKey, "item_by_value")
    case .quantity: (key, index) = ("item.quantity", "item_by_quantity")
    case .date: (key, index) = (Self.dateKey, "item_by_date")
    case .place: (key, index) = (Self.placeKey, nil)
    case .manual: (key, index) = (Self.positionKey, "item_by_position")
    default: (key, index) = ("item.sort_key", "item_order")
    }
  }

  private static let valueKey = "ifnull(\(ValueClause.line), -1)"
  private static let dateKey = "ifnull(item.purchase_date, '')"
  private static let placeKey = """
    ifnull((SELECT lower(path) FROM location WHERE location.id = item.location_id), '')
    """

  /// The distance between the positions of two items with neighboring asset numbers.
  static let positionStep: Int64 = 1 << 20

  /// The position of an item in the user's own order: the one it was given, or else that of its asset number.
  static let positionKey = """
    CASE item.order_key WHEN 0 THEN min(max(ifnull(item.asset_no, 0), 0), \(AssetNumber.maximum)) \
    * \(positionStep) ELSE item.order_key END
    """

  /// The statement that makes the index of the user's own order; a step of `Schema.migrations`.
  static let positionIndex = """
    CREATE INDEX IF NOT EXISTS item_by_position ON item(shelf, \(unqualified(positionKey)))
    """

  /// The statements that make the indexes; a step of `Schema.migrations`.
  ///
  /// They name columns without their table, and contain exactly the expressions that lists use.
  static let indexes = """
    CREATE INDEX IF NOT EXISTS item_by_value ON item(shelf, \(unqualified(valueKey)));
    CREATE INDEX IF NOT EXISTS item_by_quantity ON item(shelf, quantity);
    CREATE INDEX IF NOT EXISTS item_by_date ON item(shelf, \(unqualified(dateKey)));
    """

  private static func unqualified(_ expression: String) -> String {
    expression.replacing("item.", with: "")
  }
}

/// SQL conditions on the attachments of a row of `item`.
public enum AttachmentClause {
  /// The item has a photo.
  public static let hasPhoto = has(.photo)
  /// The item has a receipt.
  public static let hasReceipt = has(.receipt)

  /// The item has an attachment of a kind; the index `attachment_kind` is enough to tell.
  public static func has(_ kind: AttachmentKind) -> String {
    """
    EXISTS(SELECT 1 FROM attachment WHERE attachment.item_id = item.id \
    AND attachment.kind = '\(kind.rawValue)' AND attachment.deleted_at IS NULL)
    """
  }
}

extension Gap {
  /// The SQL condition on a row of `item` for the gap.
  ///
  /// `nil` if the file has no attachments, because it is of an older format and open for reading
  /// only.
  func condition(_ db: Database) throws -> String? {
    let part = part
    guard try !part.isAttachment || db.hasTable("attachment") else { return nil }
    return "NOT (\(part.sql))"
  }

  /// The missing part.
  private var part: FilterPart {
    switch self {
    case .value: .value
    case .serial: .serial
    case .photo: .photo
    case .receipt: .receipt
    }
  }
}
