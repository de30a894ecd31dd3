import Foundation

/// What a list shows of an item.
public struct ItemRow: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name.
  public var name: String
  /// The path of its place, or nil when it is unplaced.
  public var placePath: String?
  /// How many there are.
  public var quantity: Double
  /// What one is worth in minor units: the replacement value, else the price; nil: unknown.
  public var unitValue: Int64?
}
