import Foundation
import GRDB

/// The statements that read rows of a scope in ascending order, each with an index.
struct ItemFetcher {
  let file: DatabaseFile
  private let clause: ScopeClause

  /// The columns of a row; its value is worked out from them, since the expression for it takes longer to
  /// compile than a screenful takes to read.
  private static func columns(_ key: String, _ format: ItemFormat) -> String {
    let dueBack =
      format.hasLoans ? "CASE WHEN item.lent_to <> '' THEN item.due_back END" : "NULL"
    let maintenance = format.hasMaintenance ? "item.maintenance_due" : "NULL"
    return """
      SELECT item.id, \(key), item.uuid, item.name, item.quantity, item.replacement_minor,
        item.purchase_price_minor, item.sold_on, item.sold_to, item.sold_price_minor,
        (SELECT path FROM location WHERE location.id = item.location_id),
        \(dueBack), item.warranty_until, \(maintenance)
      FROM item
      """
  }

  /// Makes the fetcher of a list; looks up the row number of its place once.
  init(file: DatabaseFile, query: ItemQuery) throws(InventoryError) {
    self.file = file
    clause = try file.read { try ScopeClause(query, $0) }
  }

  func count() throws(InventoryError) -> Int {
    try file.read { db in
      let stored = try Int64.fetchOne(
        db.cachedStatement(sql: clause.countQuery), arguments: arguments([]))
      if let stored, (0...Int64(StoredNumber.maximumCount)).contains(stored) { return Int(stored) }
      let counting = "SELECT count(*) FROM item WHERE \(clause.condition)"
      return try Int.fetchOne(db.cachedStatement(sql: counting), arguments: arguments([])) ?? 0
    }
  }

  /// The identities of all rows, in order.
  func uuids() throws(InventoryError) -> [UUID?] {
    try file.read { db in
      let rows = try UUID.fetchCursor(
        db,
        sql: """
          SELECT item.uuid FROM item \(clause.indexed) WHERE \(clause.condition)
          ORDER BY \(clause.key), item.id
          """, arguments: arguments([]))
      var found: [UUID?] = []
      while let uuid = try rows.next() { found.append(uuid) }
      return found
    }
  }

  /// The rows from a position on, or from the start, in order.
  func rows(from position: RowPosition?, limit: Int) throws(InventoryError) -> [PositionedRow] {
    try rows(position, ">=", "", limit: limit, offset: 0)
  }

  /// The rows after a position, in order.
  func rows(after position: RowPosition, limit: Int) throws(InventoryError) -> [PositionedRow] {
    // The statement that a launch has compiled already, and a row more.
    let found = try rows(from: position, limit: limit + 1)
    return Array(found.drop { $0.position.id == position.id }.prefix(limit))
  }

  /// The rows before a position, or the last ones, in order.
  func rows(before position: RowPosition?, limit: Int) throws(InventoryError) -> [PositionedRow] {
    try rows(position, "<", " DESC", limit: limit, offset: 0).reversed()
  }

  /// Rows by counting from the start: the last resort for a jump into the middle.
  func rows(skipping offset: Int, limit: Int) throws(InventoryError) -> [PositionedRow] {
    try rows(nil, ">=", "", limit: limit, offset: offset)
  }

  /// Rows by counting from the end: `offset` rows follow the last one returned.
  func rows(skippingFromEnd offset: Int, limit: Int) throws(InventoryError) -> [PositionedRow] {
    try rows(nil, "<", " DESC", limit: limit, offset: offset).reversed()
  }

  /// The position of a row, or `nil` if it is not in the scope.
  func position(of uuid: UUID) throws(InventoryError) -> RowPosition? {
    try file.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT item.id, \(clause.key) FROM item WHERE \(clause.condition) AND item.uuid = ?
          """)
      return try Row.fetchOne(statement, arguments: arguments([uuid])).map(Self.position)
    }
  }

  /// The number of rows of the scope before a position.
  ///
  /// Walks the index: milliseconds for a hundred thousand rows.
  func rank(of position: RowPosition) throws(InventoryError) -> Int {
    try file.read { db in
      let source = "SELECT count(*) FROM item \(clause.indexed) WHERE \(clause.condition)"
      let before = try db.cachedStatement(sql: source + " AND \(clause.key) < ?")
      let beside = try db.cachedStatement(
        sql: source + " AND \(clause.key) = ? AND item.id < ?")
      let smaller = try Int.fetchOne(before, arguments: arguments([position.key])) ?? 0
      let equal =
        try Int.fetchOne(beside, arguments: arguments([position.key, position.id])) ?? 0
      return smaller + equal
    }
  }

  /// The number of rows from a position to a later one, which counts; at most `most`, and 0 if it is
  /// not later.
  func distance(
    from start: RowPosition, to end: RowPosition, most: Int
  ) throws(InventoryError) -> Int {
    try file.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT count(*) FROM (
            SELECT 1 FROM item \(clause.indexed) WHERE \(clause.condition)
              AND \(clause.beyond(">")) AND \(clause.beyond("<=")) LIMIT ?)
          """)
      return try Int.fetchOne(
        statement, arguments: arguments(clause.values(start) + clause.values(end) + [most])) ?? 0
    }
  }

  /// The existing rows with these numbers.
  func rows(ids: some Sequence<Int64>) throws(InventoryError) -> [PositionedRow] {
    try file.read { try Self.rows(ids: ids, $0) }
  }

  /// The existing rows with these numbers.
  static func rows(ids: some Sequence<Int64>, _ db: Database) throws -> [PositionedRow] {
    let statement = try ItemFormat.fitting {
      try db.cachedStatement(sql: columns("item.sort_key", $0) + " WHERE item.id = ?")
    }
    return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]).map(row) }
  }

  private func rows(
    _ position: RowPosition?, _ comparison: String, _ direction: String, limit: Int, offset: Int
  ) throws(InventoryError) -> [PositionedRow] {
    try file.read { db in
      var values: [(any DatabaseValueConvertible)?] = []
      var keyset = ""
      if let position {
        keyset = " AND " + clause.beyond(comparison)
        values = clause.values(position)
      }
      let statement = try ItemFormat.fitting {
        try db.cachedStatement(
          sql: Self.columns(clause.key, $0) + """
             \(clause.indexed) WHERE \(clause.condition)\(keyset)
            ORDER BY \(clause.key)\(direction), item.id\(direction) LIMIT ? OFFSET ?
            """)
      }
      let cursor = try Row.fetchCursor(statement, arguments: arguments(values + [limit, offset]))
      var rows: [PositionedRow] = []
      rows.reserveCapacity(limit)
      while let row = try cursor.next() { rows.append(try Self.row(row)) }
      return rows
    }
  }

  /// Takes optionals, as GRDB does: converting each would look through all conformances at launch.
  private func arguments(_ values: [(any DatabaseValueConvertible)?]) -> StatementArguments {
    StatementArguments(clause.place.map { [$0] + values } ?? values)
  }

  private static func position(_ row: Row) throws -> RowPosition {
    try RowPosition(key: row.value(1), id: row.value(0))
  }

  private static func date(_ text: String?) -> CalendarDate? {
    text.flatMap(CalendarDate.init(iso:))
  }

  private static func row(_ row: Row) throws -> PositionedRow {
    let (quantity, replacement, price): (Double, Int64?, Int64?) =
      try (row.value(4), row.value(5), row.value(6))
    let (soldOn, soldTo, soldPrice): (String?, String, Int64?) =
      try (row.value(7), row.value(8), row.value(9))
    return try PositionedRow(
      position: position(row),
      row: ItemRow(
        uuid: row.value(2), name: row.value(3), placePath: row.value(10),
        quantity: Quantity.possible(quantity),
        lineValue: (replacement ?? price).flatMap {
          PostgresValue.minor(unit: $0, quantity: quantity)
        },
        isEstimated: replacement == nil,
        isSold: Item.isSold(hasDate: soldOn != nil, buyer: soldTo, price: soldPrice),
        dueBack: date(row.value(11)), warrantyUntil: date(row.value(12)),
        maintenanceDue: date(row.value(13))))
  }
}
