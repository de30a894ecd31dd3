import ArgumentParser
import Foundation

/// A mutation tester: changes the program in many small ways, one at a time, and finds the changes
/// that no test notices.
@main struct Mutants: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the program in small ways and reports changes that no test notices.",
    discussion: """
      Run it at the root of the package. The first run builds an instrumented copy in \
      .build-mutants; --reuse keeps that copy and resumes an interrupted run. \
      Exits with 1 when a change goes unnoticed that Tools/Mutants/Unnoticed.md does not explain.
      """)

  @Option(help: "The seed that selects the changes.") var seed: UInt64 = 1
  @Option(help: "The number of changes for each rule of the contract.") var perRule = 2
  @Option(help: "The number of functions to change.") var functions = 300
  @Option(help: "Draw only changes of files that differ from this revision.") var since: String?
  @Option(help: "Jobs to run in parallel.") var jobs = ProcessInfo.processInfo.activeProcessorCount
  @Option(help: "Judge only changes with this number or this text in their description.")
  var only: [String] = []
  @Option(help: "With --only: run only these tests, given as for swift test --filter.")
  var by: [String] = []
  @Option(help: "The largest number of selected changes to judge.") var limit = Int.max
  @Flag(help: "Keep the copy, the traces and the judgements of the previous run.") var reuse = false
  @Flag(help: "Skip the tests that start the program.") var inProcess = false

  func run() throws {
    let copy = InstrumentedCopy(root: FileManager.default.currentDirectoryPath)
    let sites = try reuse ? copy.sites() : copy.make()
    let runner = TestRunner(copy: copy)
    if !by.isEmpty { return try tryOut(sites, runner) }
    let traces = try Journal<Reach.Entry>(path: copy.traces, isNew: !reuse)
    var reach = Reach(entries: traces.before)
    try watch(&reach, runner, traces) { !$0.isEndToEnd || $0.rule != nil }
    let mutants = draw(try touched(sites), reach)
    say("\(sites.count) places; \(mutants.count) changes drawn with seed \(seed)")
    let ledger = try Journal<Judgement>(
      path: "\(copy.notes)/judgements-\(seed).jsonl", isNew: !reuse && only.isEmpty)
    var judgements: [Judgement] = []
    var left = mutants
    for pace in Pace.allCases where !left.isEmpty && !(inProcess && pace == .endToEnd) {
      // Most changes never need the tests that start the program, so these are traced last.
      if pace == .endToEnd { try watch(&reach, runner, traces) { _ in true } }
      judgements.removeAll { $0.noticedBy == nil }
      judgements += try judge(left, reach, runner, ledger, by: pace)
      left = judgements.filter { $0.noticedBy == nil }.map(\.mutant)
    }
    try report(judgements)
  }

  /// Judges the changes that the ledger does not contain, and reports survivors immediately.
  private func judge(
    _ mutants: [Mutant], _ reach: Reach, _ runner: TestRunner, _ ledger: Journal<Judgement>,
    by pace: Pace
  ) throws -> [Judgement] {
    let judge = Judge(runner: runner, reach: reach, mutants: mutants)
    // A later line includes the slow tests.
    let known = Dictionary(ledger.before.map { ($0.mutant, $0) }) { $1 }
    let isAlone = !only.isEmpty
    return try inParallel(mutants, jobs: jobs) { mutant, _ in
      if !isAlone, let judgement = known[mutant], judgement.covers(pace) {
        return judgement
      }
      let judgement = try judge.judge(mutant, by: pace)
      try ledger.add(judgement)
      if judgement.noticedBy == nil {
        say("not by a \(pace) test: \(judgement.description)")
      }
      return judgement
    }
  }

  /// Traces the units that have no trace yet.
  private func watch(
    _ reach: inout Reach, _ runner: TestRunner, _ traces: Journal<Reach.Entry>,
    where isWanted: (TestUnit) -> Bool
  ) throws {
    let known = Set(reach.entries.map(\.unit))
    let units = try runner.units().filter { isWanted($0) && !known.contains($0) }
    try reach.watch(units, with: runner, jobs: jobs, traces)
  }

  private func draw(_ sites: [Site], _ reach: Reach) -> [Mutant] {
    if !only.isEmpty { return chosen(sites).map { Mutant(site: $0, purpose: "function") } }
    var draw = Draw(sites: sites, reach: reach, numbers: SeededNumbers(seed: seed))
    return Array((draw.forRules(each: perRule) + draw.forFunctions(functions)).prefix(limit))
  }

  /// The changes of files that `--since` selects.
  private func touched(_ sites: [Site]) throws -> [Site] {
    guard let since else { return sites }
    let names = try Tool.need(
      ["git", "diff", "--name-only", since, "--", "Sources"],
      in: FileManager.default.currentDirectoryPath)
    let files = Set(names.split(separator: "\n").map(String.init))
    return sites.filter { files.contains($0.file) }
  }

  /// The changes selected by `--only`.
  private func chosen(_ sites: [Site]) -> [Site] {
    sites.filter { site in
      only.contains { name in
        Int(name).map { $0 == site.id } ?? site.description.contains(name)
      }
    }
  }

  /// Runs the given tests with each of the given changes, and without.
  private func tryOut(_ sites: [Site], _ runner: TestRunner) throws {
    let chosen = chosen(sites)
    guard try runner.run(by, mutant: nil, seconds: 600) == .passed, !chosen.isEmpty else {
      say(chosen.isEmpty ? "no such change" : "the tests fail without a change")
      throw ExitCode.failure
    }
    var unnoticed = 0
    for site in chosen {
      let verdict = try runner.run(by, mutant: site.id, seconds: 600)
      if verdict == .passed { unnoticed += 1 }
      say("\(verdict): \(site.id) \(site.description)")
    }
    if unnoticed > 0 { throw ExitCode.failure }
  }

  private func report(_ judgements: [Judgement]) throws {
    let explained = EquivalentMutants(path: "Tools/Mutants/Unnoticed.md")
    let unnoticed = judgements.filter { $0.noticedBy == nil }
    let open = unnoticed.filter { explained[$0.mutant.site] == nil }
    for judgement in open { say("UNNOTICED \(judgement.description)") }
    say(
      """
      \(judgements.count) changes: \(judgements.count - unnoticed.count) noticed, \
      \(unnoticed.count - open.count) equivalent, \(open.count) unnoticed
      """)
    if !open.isEmpty { throw ExitCode.failure }
  }
}
