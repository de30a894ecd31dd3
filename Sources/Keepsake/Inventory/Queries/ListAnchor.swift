import Foundation

/// A row that was on the screen, to be found after a restart without counting.
///
/// While the data is unchanged its index is valid, and the rows around it are read by key. Otherwise
/// the list computes the rank of the row.
public struct ListAnchor: Hashable, Codable, Sendable {
  /// The row.
  public var uuid: UUID
  /// Its last known index.
  public var index: Int
  /// The version of the data for which the index is valid.
  public var dataVersion: Int64
  /// The inventory of the row.
  public var inventory: UUID
  /// The list of the row.
  public var query: ItemQuery

  /// Makes an anchor from stored values.
  public init(uuid: UUID, index: Int, dataVersion: Int64, inventory: UUID, query: ItemQuery) {
    self.uuid = uuid
    self.index = index
    self.dataVersion = dataVersion
    self.inventory = inventory
    self.query = query
  }
}
