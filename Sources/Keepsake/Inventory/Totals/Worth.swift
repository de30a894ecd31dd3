import Storage
import Foundation
import GRDB

/// The value of everything by place, at one moment.
public struct Worth: Sendable {
  /// The version of the data.
  public let dataVersion: Int64
  /// All items that totals include.
  public private(set) var all = Totals()
  /// The unplaced items.
  public private(set) var unplaced = Totals()
  /// The items in each place at any depth; a place without an entry has none.
  public private(set) var places: [UUID: Totals] = [:]

  /// Adds everything up in one scan.
  init(_ db: Database) throws {
    dataVersion = try db.dataVersion()
    let statement = try RawStatement(
      db,
      sql: """
        SELECT \(ValuedRow.columns), item.location_id FROM item \(try ValueClause.scanned(db))
        WHERE \(ValueClause.counts)
        """)
    let tree = try PlaceNumbers(db)
    var grouped = GroupedTotals<Int64?>(groups: tree.count + 1)
    try statement.forEachRow { row in
      try grouped.add(ValuedRow(row), to: row.integer(ValuedRow.next))
      return true
    }
    let own = try grouped.all()
    for totals in own.values { try all.add(totals) }
    unplaced = own[nil] ?? Totals()
    places = try tree.rolledUp(own).byIdentity
  }
}

extension Database {
  /// The version of the data that the connection sees.
  func dataVersion() throws -> Int64 {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT value FROM meta WHERE key = 'data_version'")) ?? 0
  }
}
