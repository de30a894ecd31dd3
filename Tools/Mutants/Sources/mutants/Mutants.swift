import ArgumentParser
import Foundation

/// Changes the program in many small ways, one at a time, and finds out whether a test notices.
@main struct Mutants: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Breaks the program on purpose and says what no test notices.",
    discussion: """
      Run it at the root of the package. The first run builds an instrumented copy in \
      .build-mutants; --reuse takes it as it is. Exits with 1 when a change goes unnoticed.
      """)

  @Option(help: "What is drawn depends on it alone.") var seed: UInt64 = 1
  @Option(help: "How many changes for each rule of the contract.") var perRule = 2
  @Option(help: "How many functions to change.") var functions = 300
  @Option(help: "How many at a time.") var jobs = ProcessInfo.processInfo.activeProcessorCount
  @Option(help: "Judge one change alone, by its number.") var only: Int?
  @Option(help: "Take no more than so many of those drawn.") var limit = Int.max
  @Flag(help: "Use the copy and the traces of the run before.") var reuse = false
  @Flag(help: "Leave out the tests that start the program.") var inProcess = false

  func run() throws {
    let copy = InstrumentedCopy(root: FileManager.default.currentDirectoryPath)
    let sites = try reuse ? copy.sites() : copy.make()
    let runner = TestRunner(copy: copy)
    let reach = try reach(runner, copy)
    let mutants = draw(sites, reach)
    let judge = Judge(runner: runner, reach: reach, mutants: mutants)
    say("\(sites.count) places; \(mutants.count) changes drawn with seed \(seed)")
    let judgements = try inParallel(mutants, jobs: jobs) { mutant, _ in
      let judgement = try judge.judge(mutant)
      if judgement.noticedBy.isEmpty { say(line(for: judgement)) }
      return judgement
    }
    try report(judgements, copy)
  }

  private func reach(_ runner: TestRunner, _ copy: InstrumentedCopy) throws -> Reach {
    let file = URL(filePath: copy.notes + "/reach.json")
    if reuse, let data = try? Data(contentsOf: file) {
      return try JSONDecoder().decode(Reach.self, from: data)
    }
    let units = try runner.units()
    var reach = try Reach.watch(units.filter { !$0.isEndToEnd }, with: runner, jobs: jobs)
    if !inProcess {
      // They share one trace.
      reach.entries += try Reach.watch(units.filter(\.isEndToEnd), with: runner, jobs: 1).entries
    }
    try JSONEncoder().encode(reach).write(to: file)
    return reach
  }

  private func draw(_ sites: [Site], _ reach: Reach) -> [Mutant] {
    if let only {
      return sites.filter { $0.id == only }.map { Mutant(site: $0, purpose: "function") }
    }
    var draw = Draw(sites: sites, reach: reach, numbers: SeededNumbers(seed: seed))
    return Array((draw.forRules(each: perRule) + draw.forFunctions(functions)).prefix(limit))
  }

  private func line(for judgement: Judgement) -> String {
    let mutant = judgement.mutant
    let reached = judgement.reachedBy == 0 ? ", reached by no test" : ""
    return "UNNOTICED \(mutant.site.id) (\(mutant.purpose)\(reached)) \(mutant.site.description)"
  }

  private func report(_ judgements: [Judgement], _ copy: InstrumentedCopy) throws {
    try JSONEncoder().encode(judgements).write(
      to: URL(filePath: copy.notes + "/judgements-\(seed).json"))
    for (name, found) in Dictionary(grouping: judgements, by: \.noticedBy).sorted(by: {
      $0.key < $1.key
    }) {
      say("noticed by \(name.isEmpty ? "no test" : name): \(found.count)")
    }
    let survivors = judgements.filter(\.noticedBy.isEmpty)
    say("\(survivors.count) of \(judgements.count) changes went unnoticed")
    if !survivors.isEmpty { throw ExitCode.failure }
  }
}
