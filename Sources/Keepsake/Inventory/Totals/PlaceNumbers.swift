import Storage
import Foundation
import GRDB

/// The tree of places by row number.
struct PlaceNumbers {
  private var uuids: [UUID?] = []
  private var parents: [Int64?] = []
  private var indices: RowMap<Int32>

  /// The number of places.
  var count: Int { uuids.count }

  init(_ db: Database) throws {
    indices = RowMap(rows: try Int.fetchOne(db, sql: "SELECT count(*) FROM location") ?? 0)
    let statement = try RawStatement(
      db, sql: "SELECT id, uuid, parent_id FROM location WHERE deleted_at IS NULL")
    try statement.forEachRow { row in
      guard let id = row.integer(0) else { return true }
      indices[id] = Int32(uuids.count)
      uuids.append(row.uuid(1))
      parents.append(row.integer(2))
      return true
    }
  }

  /// The totals of each place, including the places in it.
  ///
  /// - Parameter own: By place; items without a place are left out.
  func rolledUp(_ own: [Int64?: Totals]) throws -> RolledUp {
    let above = parents.map { $0.flatMap { index(of: $0) } }
    var sums = [Totals](repeating: Totals(), count: uuids.count)
    // A damaged file may contain a circle.
    var lastPassed = [Int](repeating: -1, count: uuids.count)
    for (number, (place, totals)) in own.enumerated() {
      var current = place.flatMap { index(of: $0) }
      while let index = current, lastPassed[index] != number {
        lastPassed[index] = number
        try sums[index].add(totals)
        current = above[index]
      }
    }
    return RolledUp(places: self, sums: sums)
  }

  private func index(of id: Int64) -> Int? { indices[id].map(Int.init) }

  /// The totals of the tree.
  struct RolledUp {
    fileprivate let places: PlaceNumbers
    fileprivate let sums: [Totals]

    /// The totals of a place by its row number.
    subscript(id: Int64) -> Totals? { places.index(of: id).map { sums[$0] } }

    /// The totals by identity, of the places that hold anything.
    var byIdentity: [UUID: Totals] {
      var found = [UUID: Totals](minimumCapacity: sums.count)
      for (uuid, totals) in zip(places.uuids, sums) where totals.count > 0 {
        if let uuid { found[uuid] = totals }
      }
      return found
    }
  }
}
