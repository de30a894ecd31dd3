import Foundation

/// Which tests reach which sites, and how long they take.
struct Reach: Codable {
  struct Entry: Codable {
    var unit: TestUnit
    var sites: Set<Int>
    var seconds: Double

    /// How little is gained by running it first.
    var cost: Double { seconds * Double(sites.count) }
  }

  var entries: [Entry]

  /// For each rule the sites that its tests reach.
  var sitesByRule: [String: Set<Int>] {
    var result: [String: Set<Int>] = [:]
    for entry in entries {
      if let rule = entry.unit.rule { result[rule, default: []].formUnion(entry.sites) }
    }
    return result
  }

  /// Watches all units, several at a time.
  static func watch(_ units: [TestUnit], with runner: TestRunner, jobs: Int) throws -> Reach {
    let entries = try inParallel(units, jobs: jobs) { unit, slot in
      guard let (reached, seconds) = try runner.trace(unit, slot: slot) else {
        say("left out, since it fails as it is: \(unit.name)")
        return nil as Entry?
      }
      return Entry(unit: unit, sites: Set(reached), seconds: seconds)
    }
    return Reach(entries: entries.compactMap(\.self))
  }
}
