import Foundation

/// What became of a change.
struct Judgement: Codable {
  var mutant: Mutant

  /// Which tests noticed it: `its rule`, `some`, `all`, `end to end`; empty when none did.
  var noticedBy: String

  /// How many units reach it.
  var reachedBy: Int
}

/// Finds out whether any test notices a change: the likeliest tests first, then all that reach it.
struct Judge: Sendable {
  let runner: TestRunner

  /// The tests that reach a site, by its number, the quick ones that reach little else first.
  private let entriesOfSite: [Int: [Reach.Entry]]

  init(runner: TestRunner, reach: Reach, mutants: [Mutant]) {
    self.runner = runner
    let sites = Set(mutants.map(\.site.id))
    var entries: [Int: [Reach.Entry]] = [:]
    for entry in reach.entries.sorted(by: { $0.cost < $1.cost }) {
      for site in entry.sites where sites.contains(site) {
        entries[site, default: []].append(entry)
      }
    }
    entriesOfSite = entries
  }

  func judge(_ mutant: Mutant) throws -> Judgement {
    let reaching = entriesOfSite[mutant.site.id] ?? []
    func judgement(_ noticedBy: String) -> Judgement {
      Judgement(mutant: mutant, noticedBy: noticedBy, reachedBy: reaching.count)
    }
    let inProcess = reaching.filter { !$0.unit.isEndToEnd }
    let ofRule = inProcess.filter { mutant.purpose == "rule \($0.unit.rule ?? "")" }
    if try notice(mutant, ofRule) { return judgement("its rule") }
    if try notice(mutant, Array(inProcess.prefix(12))) { return judgement("some") }
    if try notice(mutant, Array(inProcess.dropFirst(12))) { return judgement("all") }
    if try notice(mutant, reaching.filter { $0.unit.isEndToEnd }, isEndToEnd: true) {
      return judgement("end to end")
    }
    return judgement("")
  }

  /// Programs that tests start learn of the change from a file, which there is only one of.
  private static let oneAtATime = NSLock()

  private func notice(
    _ mutant: Mutant, _ entries: [Reach.Entry], isEndToEnd: Bool = false
  ) throws -> Bool {
    guard !entries.isEmpty else { return false }
    let seconds = entries.map(\.seconds).reduce(0, +)
    func run() throws -> Bool {
      try runner.run(entries.map(\.unit), mutant: mutant.site.id, seconds: seconds * 3 + 30)
        != .passed
    }
    guard isEndToEnd else { return try run() }
    return try Self.oneAtATime.withLock {
      let file = runner.copy.notes + "/active"
      try "\(mutant.site.id)\n".write(toFile: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try run()
    }
  }
}
