import Foundation

/// Which tests reach which sites, and how long they take.
struct Reach: Codable, Sendable {
  struct Entry: Codable, Sendable {
    var unit: TestUnit
    var sites: Set<Int>
    var seconds: Double

    var pace: Pace { unit.isEndToEnd ? .endToEnd : seconds > 4 ? .slow : .quick }

    /// The cost of running it first: its duration times the number of sites it reaches.
    var cost: Double { seconds * Double(sites.count) }
  }

  var entries: [Entry]

  /// The sites that each rule's tests reach.
  var sitesByRule: [String: Set<Int>] {
    var result: [String: Set<Int>] = [:]
    for entry in entries {
      if let rule = entry.unit.rule { result[rule, default: []].formUnion(entry.sites) }
    }
    return result
  }

  /// Traces the units, several at a time, and records each immediately.
  mutating func watch(
    _ units: [TestUnit], with runner: TestRunner, jobs: Int, _ journal: Journal<Entry>
  ) throws {
    let fresh = try inParallel(units, jobs: jobs) { unit, slot -> Entry? in
      guard let (reached, seconds) = try runner.trace(unit, slot: slot) else {
        say("skipped, since it fails without a change: \(unit.name)")
        return nil
      }
      let entry = Entry(unit: unit, sites: Set(reached), seconds: seconds)
      try journal.add(entry)
      return entry
    }
    entries += fresh.compactMap(\.self)
  }
}
