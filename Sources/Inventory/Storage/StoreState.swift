import GRDB

/// How many items there are; maintained with every write, never counted.
public struct InventoryCounts: Hashable, Codable, Sendable {
  /// Neither archived nor in the trash.
  public var live = 0
  /// Out of sight, kept.
  public var archived = 0
  /// In the trash.
  public var trashed = 0
  /// Live and in no place.
  public var unplaced = 0
}

extension InventoryCounts {
  /// Whether the numbers can be counts at all.
  var arePossible: Bool {
    [live, archived, trashed, unplaced].allSatisfy { (0...StoredNumber.maximumCount).contains($0) }
  }

  /// Counts anew, where the maintained numbers cannot be right.
  init(counting db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT shelf, count(*), sum(location_id IS NULL) FROM item GROUP BY shelf")
    for row in rows {
      let count: Int = try row.value(1)
      switch try row.value(0) as Int64? {
      case 0:
        live = count
        unplaced = try row.value(2)
      case 1: archived = count
      default: trashed = count
      }
    }
  }
}

/// What the store remembers between calls; re-read after every write of its own and on request.
struct StoreState: Hashable, Sendable {
  var dataVersion: Int64
  var counts: InventoryCounts
  /// What prices are counted in.
  var currency: Currency
}
