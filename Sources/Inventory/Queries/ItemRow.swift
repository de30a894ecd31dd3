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
  /// What the line is worth in minor units: quantity times replacement value, else times the price;
  /// nil: unknown.
  public var lineValue: Int64?
  /// Whether that rests on the price that was paid.
  public var isEstimated = false
  /// Whether it was sold and counts in no total.
  public var isSold = false

  /// What the line is worth.
  public func valuation(in currency: Currency) -> Valuation {
    Valuation(line: lineValue, isEstimated: isEstimated, currency: currency)
  }
}
