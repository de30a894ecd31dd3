import Foundation
import Inventory
import Reprise

/// What a level of places and the places on the screen were worth when they were shown last: a launch
/// shows that until everything is added up anew.
struct ShownWorth: Equatable {
  private var sums: [String: Totals] = [:]

  private static let levelKey = "level"

  /// Knows nothing, or what a level is worth.
  init(level: Totals? = nil) { sums[Self.levelKey] = level }

  /// What the level and all below it was worth.
  var level: Totals? { sums[Self.levelKey] }

  /// What is in a place and below it, or in none (nil).
  ///
  /// - Parameter worth: What is known by now; nil: nothing, so what was shown last has to do.
  func totals(of place: UUID?, in worth: Worth?) -> Totals? {
    guard let worth else { return sums[Self.key(of: place)] }
    return place.map { worth.places[$0] ?? Totals() } ?? worth.unplaced
  }

  /// Takes note of what is shown of a place, or of what lies in none (nil).
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
