/// The verdict on a change.
struct Judgement: Codable, Sendable {
  var mutant: Mutant

  /// The unit that noticed it, `hangs` or `dies`; `nil` for a survivor.
  var noticedBy: String?

  /// The number of units that reach it.
  var reachedBy: Int

  /// The slowest pace whose tests were run, unless a test noticed it earlier.
  var askedUpTo: Pace

  /// Whether tests of a pace can add nothing to the verdict.
  func covers(_ pace: Pace) -> Bool { noticedBy != nil || askedUpTo >= pace }

  /// The line that reports a survivor.
  var description: String {
    let reached = reachedBy == 0 ? ", reached by none" : ""
    return "\(mutant.site.id) (\(mutant.purpose)\(reached)) \(mutant.site.description)"
  }
}

/// How long tests take: all quick ones judge a change first, and slower ones only the survivors.
enum Pace: Int, Codable, CaseIterable, Comparable {
  case quick
  case slow
  /// Tests that start the program.
  case endToEnd

  static func < (a: Pace, b: Pace) -> Bool { a.rawValue < b.rawValue }
}
