import Foundation
import Preservation
import Reprise
import Testing

/// A saved state with one value that no run of the app has written: a state file may be genuine and
/// properly sealed, and still contain anything (reliability T11).
///
/// ```swift
/// let poisons: [PoisonedValue] = try pilot.poisonedValues()
/// for poison in poisons.prefix(2) { try pilot.restart(on: poison) }
/// ```
public struct PoisonedValue: CustomStringConvertible {
  /// The state that contains the value.
  let records: [ObjectRecord]

  /// The object, the key, and the value in its place.
  public let description: String
}

extension Pilot {
  /// Copies of the current saved state with one value changed: one copy for each value and each
  /// replacement.
  public func poisonedValues() throws -> [PoisonedValue] {
    let records = try archive.load()
    return records.indices.flatMap { index in
      records[index].values.indices.flatMap { entry in
        let (key, value) = records[index].values[entry]
        return value.poisoned.map { poison in
          var poisoned = records
          poisoned[index].values[entry].value = poison
          return PoisonedValue(
            records: poisoned,
            description: "\(records[index].identifier).\(key) = \(poison.brief())")
        }
      }
    }
  }

  /// Replaces the stored state by a poisoned one, kills the app and starts it again.
  ///
  /// The screen may then differ from the stored state until something changes, so the pilot should
  /// not audit.
  public func restart(on poison: PoisonedValue) throws {
    let wanted = Set(poison.records.map(\.node))
    let others = try archive.load().map(\.node).filter { !wanted.contains($0) }
    // A poisoned state causes remarks about values that the app replaces.
    expectedRemarks = [""]
    try archive.commit(
      ArchiveChanges(upserts: poison.records, deletions: others), info: archive.info)
    try restartAndRestore()
  }
}

extension Value {
  /// Replacements for this value: extreme numbers, other types, and the same for its elements.
  fileprivate var poisoned: [Value] {
    switch self {
    case .int:
      return Self.numbers + Self.kinds
    case .double, .date:
      return [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1].flatMap {
        [Value.double($0), .date($0)]
      } + Self.kinds
    case .array(let values):
      let inParts = values.indices.flatMap { index in
        values[index].poisoned.map { poison in
          var changed = values
          changed[index] = poison
          return Value.array(changed)
        }
      }
      return inParts + [.array(values + values), .array([])] + Self.kinds
    case .dictionary(let values):
      let inParts = values.flatMap { key, value in
        value.poisoned.map { poison in Value.dictionary(values.merging([key: poison]) { $1 }) }
      }
      return inParts + [.dictionary([:])] + Self.kinds
    case .reference:
      return [.reference(.application), .reference(.random())] + Self.kinds
    case .null, .bool, .string, .data:
      return Self.kinds
    }
  }

  private static let numbers: [Value] = [
    Int64.min, .min + 1, -1 << 32, -1, 1 << 31, 1 << 62, .max - 1, .max,
  ].map(Value.int)

  /// One value of each type.
  private static let kinds: [Value] = [
    .null, .bool(true), .int(7), .double(0.5), .string("\u{1B}[2J"), .data(Data([0xFF])),
    .date(.nan), .array([.null]), .dictionary(["": .null]),
  ]
}
