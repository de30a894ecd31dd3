import Foundation

/// Finds a test that notices a change: runs the likeliest tests first, then all that reach it.
struct Judge: Sendable {
  let runner: TestRunner

  /// The duration of a nearly empty unit, in seconds.
  private let start: Double

  /// The tests that reach a site, by its number; quick ones that reach few other sites first.
  private let entriesOfSite: [Int: [Reach.Entry]]

  init(runner: TestRunner, reach: Reach, mutants: [Mutant]) {
    self.runner = runner
    let seconds = reach.entries.map(\.seconds).sorted()
    start = seconds.isEmpty ? 0 : seconds[seconds.count / 2]
    let sites = Set(mutants.map(\.site.id))
    var entries: [Int: [Reach.Entry]] = [:]
    for entry in reach.entries.sorted(by: { $0.cost < $1.cost }) {
      for site in entry.sites where sites.contains(site) {
        entries[site, default: []].append(entry)
      }
    }
    entriesOfSite = entries
  }

  /// Judges a change by the tests of one pace that reach it.
  func judge(_ mutant: Mutant, by pace: Pace) throws -> Judgement {
    let all = entriesOfSite[mutant.site.id] ?? []
    let reaching = all.filter { $0.pace == pace }
    let ofRule = reaching.filter { mutant.purpose == "rule \($0.unit.rule ?? "")" }
    let others = reaching.filter { mutant.purpose != "rule \($0.unit.rule ?? "")" }
    var noticedBy: String?
    for batch in Self.batches(ofRule) + Self.batches(others) where noticedBy == nil {
      noticedBy = try notice(mutant, batch)
    }
    return Judgement(
      mutant: mutant, noticedBy: noticedBy, reachedBy: all.count,
      askedUpTo: pace)
  }

  /// The batches of tests to run together: small ones first, since most changes are noticed soon.
  private static func batches(_ entries: [Reach.Entry]) -> [[Reach.Entry]] {
    var batches: [[Reach.Entry]] = []
    var limit = 2.0
    var seconds = 0.0
    for entry in entries {
      if batches.isEmpty || seconds + entry.seconds > limit {
        if !batches.isEmpty { limit *= 2 }
        batches.append([])
        seconds = 0
      }
      batches[batches.count - 1].append(entry)
      seconds += entry.seconds
    }
    return batches
  }

  /// The test that notices a change.
  ///
  /// A test that also fails without the change, perhaps on a busy machine, does not count.
  private func notice(_ mutant: Mutant, _ entries: [Reach.Entry]) throws -> String? {
    guard !entries.isEmpty else { return nil }
    let suspects: [Reach.Entry]
    let word: String
    switch try run(entries, mutant: mutant.site.id) {
    case .passed: return nil
    case .hung: (suspects, word) = (entries, "hangs")
    case .failed(let names):
      let named = entries.filter { names.contains($0.unit.shortName) }
      (suspects, word) = named.isEmpty ? (entries, "dies") : (named, "")
    }
    if try run(suspects, mutant: nil) == .passed {
      let name = suspects.count == 1 || word.isEmpty ? suspects[0].unit.name : ""
      return [word, name].filter { !$0.isEmpty }.joined(separator: " ")
    }
    if suspects.count < entries.count {
      let names = Set(suspects.map(\.unit))
      return try notice(mutant, entries.filter { !names.contains($0.unit) })
    }
    guard entries.count > 1 else { return nil }
    for entry in entries {
      if let noticedBy = try notice(mutant, [entry]) { return noticedBy }
    }
    return nil
  }

  /// Each unit's time includes the start of its own process, so that is subtracted.
  private func run(_ entries: [Reach.Entry], mutant: Int?) throws -> TestRunner.Verdict {
    let seconds = entries.map { max(0, $0.seconds - start) }.reduce(0, +)
    return try runner.run(
      entries.map(\.unit.filter), mutant: mutant, seconds: seconds * 3 + 20)
  }
}
