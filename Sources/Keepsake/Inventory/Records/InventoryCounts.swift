import GRDB

/// The numbers of items, maintained with every write, never counted.
public struct InventoryCounts: Hashable, Codable, Sendable {
  /// Neither archived nor in the trash.
  public var live = 0
  /// Archived.
  public var archived = 0
  /// In the trash.
  public var trashed = 0
  /// Live and unplaced.
  public var unplaced = 0
}

extension InventoryCounts {
  /// Whether there are no items, even in the trash.
  public var isEmpty: Bool { live == 0 && archived == 0 && trashed == 0 }

  /// Whether the numbers are possible.
  var arePossible: Bool {
    [live, archived, trashed, unplaced].allSatisfy { (0...StoredNumber.maximumCount).contains($0) }
  }

  /// Counts the rows of a table or view, where the maintained numbers are impossible or missing.
  init(counting items: String, _ db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT shelf, count(*), sum(location_id IS NULL) FROM \(items) GROUP BY shelf")
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
