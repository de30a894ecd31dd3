/// What became of a change.
struct Judgement: Codable, Sendable {
  var mutant: Mutant

  /// The unit that noticed it, `hangs` or `dies`; `nil` when none did.
  var noticedBy: String?

  /// How many units reach it.
  var reachedBy: Int

  /// The slowest tests that were asked, unless one noticed it before.
  var askedUpTo: Pace

  /// Whether tests of a pace have nothing to add.
  func covers(_ pace: Pace) -> Bool { noticedBy != nil || askedUpTo >= pace }

  /// How a line says that nothing noticed it.
  var description: String {
    let reached = reachedBy == 0 ? ", reached by none" : ""
    return "\(mutant.site.id) (\(mutant.purpose)\(reached)) \(mutant.site.description)"
  }
}

/// How long tests take: changes are judged by the quick ones first, all of them, and what is left then
/// by the slower ones.
enum Pace: Int, Codable, CaseIterable, Comparable {
  case quick
  case slow
  /// They start the program.
  case endToEnd

  static func < (a: Pace, b: Pace) -> Bool { a.rawValue < b.rawValue }
}
