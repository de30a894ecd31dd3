import Foundation

/// A row of a list that was on the screen, to be found again after a restart without counting.
///
/// As long as nothing changed in the data the index still holds, and the rows around it come by
/// key alone. Otherwise the list asks for the rank of the row (design 7).
public struct ListAnchor: Hashable, Codable, Sendable {
  /// The row.
  public var uuid: UUID
  /// Its index when it was last seen.
  public var index: Int
  /// The data version for which that index holds.
  public var dataVersion: Int64
  /// The inventory that it is about.
  public var inventory: UUID
  /// The list that it is about.
  public var query: ItemQuery

  /// Makes an anchor that was kept in some other form.
  public init(uuid: UUID, index: Int, dataVersion: Int64, inventory: UUID, query: ItemQuery) {
    self.uuid = uuid
    self.index = index
    self.dataVersion = dataVersion
    self.inventory = inventory
    self.query = query
  }
}
