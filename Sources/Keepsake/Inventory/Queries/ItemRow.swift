import Foundation

/// An item as lists show it.
public struct ItemRow: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name.
  public var name: String
  /// The path of its place; `nil` if it is unplaced.
  public var placePath: String?
  /// Its quantity.
  public var quantity: Double
  /// The line value in minor units: quantity times replacement value, or else times price; `nil` if unknown.
  public var lineValue: Int64?
  /// Whether the value is based on the price paid.
  public var isEstimated = false
  /// Whether it was sold, so that no total includes it.
  public var isSold = false
  /// Whether it is private and open here; a masked one says so by its name.
  public var isPrivate = false

  /// The line value.
  public func valuation(in currency: Currency) -> Valuation {
    Valuation(line: lineValue, isEstimated: isEstimated, currency: currency)
  }
}
