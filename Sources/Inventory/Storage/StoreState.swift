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

/// What the store remembers between calls; re-read after every write of its own and on request.
struct StoreState: Hashable, Sendable {
  var dataVersion: Int64
  var counts: InventoryCounts
}
