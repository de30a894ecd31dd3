import Foundation
import GRDB

/// Adds up what items are worth, made to run beside the interface.
///
/// Each question reads the data of one moment, through a connection of its own. To be asked on a
/// thread where nobody waits: the answer takes a scan of the items.
public final class TotalsReading: Sendable {
  private let store: InventoryStore
  private let reading = InterruptibleReading()

  /// Prepares to read an inventory.
  public init(store: InventoryStore) { self.store = store }

  /// Ends the reading soon; the answer is nil then.
  public func cancel() { reading.cancel() }

  private func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value? {
    let reader = try? store.openReader()
    defer { store.giveBack(reader) }
    return try reading.read(reader, or: store.file, body)
  }

  /// What the items of a list are worth together; nil when it was cancelled.
  public func totals(of query: ItemQuery) throws(InventoryError) -> Totals? {
    try read { db in
      let search = SearchQuery(query.filter)
      let matches = try ItemMatches(query, search, memory: store.searchMemory, db)
      return try search.isEmpty
        ? Self.totals(of: matches.clause, db) : Self.totals(of: matches.hits(), matches.clause, db)
    }
  }

  /// What some items are worth together; nil when it was cancelled.
  public func totals(of items: [UUID]) throws(InventoryError) -> Totals? {
    try read { db in
      var totals = Totals()
      let statement = try BulkStatement(
        db, sql: "SELECT \(Self.line) FROM item WHERE uuid = ? AND \(ValueClause.counts)")
      for item in items {
        statement.bind(item)
        try statement.forEachRow { try totals.add($0) }
      }
      return totals
    }
  }

  /// What everything is worth, place by place; nil when it was cancelled.
  public func worth() throws(InventoryError) -> Worth? { try read { try Worth($0) } }

  /// All that the reports tell; nil when it was cancelled.
  ///
  /// - Parameter day: The day for which age is counted.
  public func report(on day: CalendarDate) throws(InventoryError) -> WorthReport? {
    try read { try WorthReport($0, on: day, currency: store.currency) }
  }

  // MARK: - Adding up

  /// What ``Totals/add(_:)`` reads.
  static let line = "\(ValueClause.line), \(ValueClause.isEstimated)"

  private static func totals(of clause: ScopeClause, _ db: Database) throws -> Totals {
    var totals = Totals()
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT \(line) FROM item \(clause.scanned)
        WHERE \(clause.condition) AND NOT \(ValueClause.isSold)
        """)
    if let place = clause.place { statement.bind(place) }
    try statement.forEachRow { try totals.add($0) }
    return totals
  }

  /// So few rows are looked up one by one; more are met on the way through all.
  private static let fewRows = 5000

  private static func totals(
    of hits: Hits, _ clause: ScopeClause, _ db: Database
  ) throws -> Totals {
    var totals = Totals()
    let condition = "\(clause.condition) AND NOT \(ValueClause.isSold)"
    if case .these(let rows) = hits, rows.count <= fewRows {
      let statement = try BulkStatement(
        db, sql: "SELECT \(line) FROM item WHERE \(condition) AND item.id = ?")
      for id in rows.ids {
        if let place = clause.place { statement.bind(place) }
        statement.bind(id)
        try statement.forEachRow { try totals.add($0) }
      }
      return totals
    }
    let statement = try BulkStatement(
      db, sql: "SELECT \(line), item.id FROM item \(clause.scanned) WHERE \(condition)")
    if let place = clause.place { statement.bind(place) }
    try statement.forEachRow { row in
      if let id = row.integer(2), hits.contains(id) { return try totals.add(row) }
      return true
    }
    return totals
  }
}

extension Totals {
  /// Adds the line of a row of ``TotalsReading/line``; always goes on.
  mutating func add(_ row: BulkRow) throws -> Bool {
    try add(line: row.integer(0), isEstimated: row.integer(1) == 1)
    return true
  }
}

extension ScopeClause {
  /// How all rows of the scope are met with the least work, in no order.
  fileprivate var scanned: String { index == "item_place" ? indexed : "NOT INDEXED" }
}
