import Storage
import Foundation
import GRDB

/// Adds up the value of items in the background.
///
/// Each call reads a consistent snapshot through its own connection, and scans the items: call it
/// on a background thread.
public final class TotalsReading: Sendable {
  private let store: InventoryStore
  private let reading = InterruptibleReading()

  /// Prepares to read an inventory.
  public init(store: InventoryStore) { self.store = store }

  /// Cancels the reading soon; it then returns `nil`.
  public func cancel() { reading.cancel() }

  private func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value? {
    let reader = try? store.database.openReader()
    defer { store.database.giveBack(reader) }
    return try reading.read(reader, or: store.database.file, body)
  }

  /// The total value of the items of a list; `nil` if cancelled.
  public func totals(of query: ItemQuery) throws(InventoryError) -> Totals? {
    try read { db in
      let search = SearchQuery(query.filter)
      // Totals exclude the archive and the trash.
      guard search.shelf == .lists else { return Totals() }
      let matches = try ItemMatches(query, search, in: store, db)
      return try search.isEmpty
        ? Self.totals(of: matches.clause, db) : Self.totals(of: matches.hits(), matches.clause, db)
    }
  }

  /// The total value of some items; `nil` if cancelled.
  public func totals(of items: [UUID]) throws(InventoryError) -> Totals? {
    try read { db in
      var totals = Totals()
      let statement = try RawStatement(
        db, sql: "SELECT \(ValuedRow.columns) FROM item WHERE uuid = ? AND \(ValueClause.counts)")
      for item in items {
        statement.bind(item)
        try statement.forEachRow { try totals.add(row: $0) }
      }
      return totals
    }
  }

  /// The value of everything by place; `nil` if cancelled.
  public func worth() throws(InventoryError) -> Worth? { try read { try Worth($0) } }

  /// The contents of the reports; `nil` if cancelled.
  ///
  /// - Parameter day: The day for which age is computed.
  public func report(on day: CalendarDate) throws(InventoryError) -> WorthReport? {
    try read { try WorthReport($0, on: day, currency: store.database.currency) }
  }

  // MARK: - Adding up

  private static func totals(of clause: ScopeClause, _ db: Database) throws -> Totals {
    var totals = Totals()
    let statement = try RawStatement(
      db,
      sql: """
        SELECT \(ValuedRow.columns) FROM item \(try ValueClause.scanned(db))
        WHERE \(ValueClause.counts) AND \(clause.narrowing)
        """)
    if let place = clause.place { statement.bind(place) }
    try statement.forEachRow { try totals.add(row: $0) }
    return totals
  }

  /// The number of rows up to which each is looked up separately; for more, all rows are scanned.
  private static let fewRows = 5000

  private static func totals(
    of hits: Hits, _ clause: ScopeClause, _ db: Database
  ) throws -> Totals {
    var totals = Totals()
    let condition = "\(ValueClause.counts) AND \(clause.narrowing)"
    if case .these(let rows) = hits, rows.count <= fewRows {
      let statement = try RawStatement(
        db, sql: "SELECT \(ValuedRow.columns) FROM item WHERE \(condition) AND item.id = ?")
      for id in rows.ids {
        if let place = clause.place { statement.bind(place) }
        statement.bind(id)
        try statement.forEachRow { try totals.add(row: $0) }
      }
      return totals
    }
    let statement = try RawStatement(
      db,
      sql: """
        SELECT \(ValuedRow.columns), item.id FROM item \(try ValueClause.scanned(db))
        WHERE \(condition)
        """)
    if let place = clause.place { statement.bind(place) }
    try statement.forEachRow { row in
      if let id = row.integer(ValuedRow.next), hits.contains(id) { return try totals.add(row: row) }
      return true
    }
    return totals
  }
}

extension Totals {
  /// Adds a row of ``ValuedRow/columns``; always returns `true`, to continue.
  fileprivate mutating func add(row: RawRow) throws -> Bool {
    try add(ValuedRow(row))
    return true
  }
}

/// Totals by key.
///
/// Looks a key up only where it differs from the row's before: rows of a place mostly follow one
/// another.
struct GroupedTotals<Key: Hashable> {
  private var totals: [Key: Totals]
  private var current: (key: Key, totals: Totals)?

  /// - Parameter groups: The number of keys that are expected.
  init(groups: Int) { totals = Dictionary(minimumCapacity: groups) }

  /// Adds a row.
  mutating func add(_ row: ValuedRow, to key: Key) throws(InventoryError) {
    if current?.key != key {
      try keepCurrent()
      current = (key, Totals())
    }
    try current?.totals.add(row)
  }

  /// The totals of each key that has rows.
  mutating func all() throws(InventoryError) -> [Key: Totals] {
    try keepCurrent()
    return totals
  }

  private mutating func keepCurrent() throws(InventoryError) {
    if let (key, sum) = current { try totals[key, default: Totals()].add(sum) }
    current = nil
  }
}
