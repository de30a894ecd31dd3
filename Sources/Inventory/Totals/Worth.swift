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
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT \(ValuedRow.columns), item.location_id FROM item \(try ValueClause.scanned(db))
        WHERE \(ValueClause.counts)
        """)
    var grouped = GroupedTotals<Int64?>()
    try statement.forEachRow { row in
      try grouped.add(ValuedRow(row), to: row.integer(ValuedRow.next))
      return true
    }
    let own = grouped.all()
    for totals in own.values { try all.add(totals) }
    unplaced = own[nil] ?? Totals()
    let tree = try PlaceNumbers(db)
    for (id, totals) in try tree.rolledUp(own) {
      if let uuid = tree.uuids[id] { places[uuid] = totals }
    }
  }
}

/// The tree of places by row number.
struct PlaceNumbers {
  private(set) var uuids: [Int64: UUID] = [:]
  private var parents: [Int64: Int64] = [:]

  init(_ db: Database) throws {
    let statement = try BulkStatement(
      db, sql: "SELECT id, uuid, parent_id FROM location WHERE deleted_at IS NULL")
    try statement.forEachRow { row in
      guard let id = row.integer(0) else { return true }
      uuids[id] = row.uuid(1)
      parents[id] = row.integer(2)
      return true
    }
  }

  /// The totals of each place together with those of the places in it.
  ///
  /// - Parameter own: By place; those without a place are left out.
  func rolledUp(_ own: [Int64?: Totals]) throws -> [Int64: Totals] {
    var sums: [Int64: Totals] = [:]
    for (place, totals) in own {
      var (current, depth) = (place, 0)
      // A damaged file may contain a cycle.
      while let id = current, depth < Place.maximumDepth {
        try sums[id, default: Totals()].add(totals)
        (current, depth) = (parents[id], depth + 1)
      }
    }
    return sums
  }
}

extension Database {
  /// The version of the data that the connection sees.
  func dataVersion() throws -> Int64 {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT value FROM meta WHERE key = 'data_version'")) ?? 0
  }
}
