import Foundation
import Inventory
import Reprise

/// The last shown values of a level and of its places: a launch shows them until everything is added up
/// again.
struct ShownWorth: Equatable {
  private var sums: [String: Totals] = [:]

  private static let levelKey = "level"

  /// Holds the value of a level, or nothing.
  init(level: Totals? = nil) { sums[Self.levelKey] = level }

  /// The value of the level and everything below.
  var level: Totals? { sums[Self.levelKey] }

  /// The value of a place and everything below, or of the items without a place (`nil`).
  ///
  /// - Parameter worth: The current values; `nil` if unknown, so that the last shown one is returned.
  func totals(of place: UUID?, in worth: Worth?) -> Totals? {
    guard let worth else { return sums[Self.key(of: place)] }
    return place.map { worth.places[$0] ?? Totals() } ?? worth.unplaced
  }

  /// Stores the shown value of a place, or of the items without a place (`nil`).
  mutating func note(_ place: UUID?, in worth: Worth?) {
    sums[Self.key(of: place)] = totals(of: place, in: worth)
  }

  private static func key(of place: UUID?) -> String { place?.uuidString ?? "unplaced" }

  // MARK: - Preservation

  func encode(with coder: Coder) {
    let words = sums.mapValues { Value.string($0.words) }
    if !words.isEmpty { coder.encode(value: .dictionary(words), forKey: "worth") }
  }

  init(coder: Coder) {
    guard case .dictionary(let words) = coder.value(forKey: "worth") else { return }
    sums = words.compactMapValues { value in
      if case .string(let text) = value { Totals(words: text) } else { nil }
    }
  }
}
