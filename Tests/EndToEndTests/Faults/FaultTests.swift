import Foundation
import RepriseTesting
import Testing

/// Kills and errors at the system calls that change persistent data (reliability T2, T3, T9).
///
/// By default, the tests cover a sample of the calls. This command covers all of them:
///
/// ```
/// REPRISE_EXHAUSTIVE=1 swift test -c release -Xswiftc -enable-testing --filter Fault
/// ```
///
/// strace injects the faults into the real program while a script uses it. `KEEPSAKE_FAULTS=500` sets the sample size
/// of each kind, `KEEPSAKE_FAULT_SEED=7` the seed, and `KEEPSAKE_FAULT_AT='fsync 3 of'` selects the calls whose
/// description, as printed by a failure, contains these words.
@Suite(.waitsForProcesses, .starts(FaultScenario.start)) struct FaultTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  /// The sample size of each test.
  private static let sample =
    ProcessInfo.processInfo.environment["KEEPSAKE_FAULTS"].flatMap(Int.init) ?? 16

  /// The words that a call's description must contain, if not every call is wanted.
  private static let wanted = ProcessInfo.processInfo.environment["KEEPSAKE_FAULT_AT"]

  /// The number of parts of a test, which run in parallel.
  private static let parts = 2

  private static let errors = ["EIO", "ENOSPC", "EROFS", "EACCES", "EMFILE", "EINTR"]

  @Test(arguments: 0..<parts)
  func killAtAnyCallLosesNothing(_ part: Int) async throws {
    try await perform("kills", part, faults: [.kill])
  }

  @Test(arguments: 0..<parts)
  func singleFailedCallLosesNothing(_ part: Int) async throws {
    try await perform("errors", part, faults: Self.errors.map { .error($0, isLasting: false) })
  }

  @Test(arguments: 0..<parts)
  func lastingFailuresLoseNothing(_ part: Int) async throws {
    try await perform(
      "lasting errors", part, faults: Self.errors.map { .error($0, isLasting: true) })
  }

  private func perform(_ name: String, _ part: Int, faults: [FaultRun.Fault]) async throws {
    for scenario in [
      try await FaultScenario.comingBack.value, try await FaultScenario.firstLaunch.value,
    ] {
      let points = scenario.count.points.filter { point in
        Self.wanted.map { "\(point)".contains($0) } ?? true
      }
      var runs = points.flatMap { point in
        faults.map { FaultRun(scenario: scenario, point: point, fault: $0) }
      }
      // In this order an aborted run has covered a fair sample.
      var numbers = SeededGenerator(seed: FaultScenario.seed)
      runs.shuffle(using: &numbers)
      if !Self.isExhaustive { runs = Array(runs.prefix(Self.sample / 2)) }
      var tally: [String: Int] = [:]
      for (count, index) in stride(from: part, to: runs.count, by: Self.parts).enumerated() {
        do {
          tally[try runs[index].perform().rawValue, default: 0] += 1
        } catch {
          tally["failed", default: 0] += 1
          Issue.record("\(error)")
        }
        if count % 100 == 99 { say("\(name), \(scenario.name): \(count + 1) so far: \(tally)") }
      }
      let missed = tally["not reached", default: 0]
      #expect(
        missed * 2 <= tally.values.reduce(0, +), "seed \(FaultScenario.seed): no harm was done")
      let figures = tally.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      say(
        "\(name), \(scenario.name), part \(part + 1) of \(Self.parts), of "
          + "\(scenario.count.total) calls (\(scenario.count.hidden) behind other threads'): "
          + figures.joined(separator: ", "))
    }
  }

  /// Prints a line without buffering, since a long run may be aborted.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
