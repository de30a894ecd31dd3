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
  /// Whether there is no item, in the trash neither.
  public var isEmpty: Bool { live == 0 && archived == 0 && trashed == 0 }

  /// Whether the numbers are possible.
  var arePossible: Bool {
    [live, archived, trashed, unplaced].allSatisfy { (0...StoredNumber.maximumCount).contains($0) }
  }

  /// Counts again, because the maintained numbers are impossible.
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

/// The cached state of a store; read again after each of its writes and on request.
struct StoreState: Hashable, Sendable {
  var dataVersion: Int64
  var counts: InventoryCounts
  /// The currency of prices.
  var currency: Currency
  /// How many changes the household's server does not have yet; `nil` without a household.
  var householdWaiting: Int?
  /// The limits by which rows are withheld, as a text; empty for none.
  var limits = ""
  /// The limits by which drafts are withheld, as a text: empty if they are not sorted yet, `nil` if none is withheld.
  var limitsOfDrafts: String?
  /// Whether files outside the inventory may show what has become private or is withheld.
  var hasTraces = false
  /// Whether the word index of a former format is in the file.
  var hasWordsToRebuild = false
}
