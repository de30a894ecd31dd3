import Foundation
import Testing

/// Threads of low priority for tests that need not run on Swift's own pool.
///
/// That pool has one thread per core, and starts every test. The tests of the main actor run one after another,
/// so they determine how long a whole run takes: nothing should keep the pool from starting the next of them,
/// nor the main actor from a core.
nonisolated final class PatientThreads: TaskExecutor {
  /// Threads that block while a program in a pseudo-terminal works; their programs have low priority, too.
  static let waiting = PatientThreads(count: 8)

  /// Threads that compute.
  static let computing = PatientThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  private let queue = OperationQueue()

  private init(count: Int) {
    queue.maxConcurrentOperationCount = count
    // A queue of their own, since a lowered priority cannot be raised again.
    queue.qualityOfService = .utility
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation {
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

/// Runs a suite's tests on other threads than Swift's own (`.waitsForProcesses`,
/// `.leavesMainActorAlone`).
nonisolated public struct PatientTrait: SuiteTrait, TestTrait, TestScoping {
  fileprivate let threads: PatientThreads

  /// The trait also applies to a suite's tests and nested suites.
  public var isRecursive: Bool { true }

  /// Runs one test case on these threads.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) {
      // The runner's own time begins when it hands over the test: all start at once and wait for a thread.
      let start = ContinuousClock.now
      defer { Self.report(test, since: start) }
      try await function()
    }
  }
}

extension PatientTrait {
  /// Prints how long a slow test ran, without the time that it waited for a thread.
  private static func report(_ test: Test, since start: ContinuousClock.Instant) {
    let time = ContinuousClock.now - start
    guard time > .seconds(10) else { return }
    print("slow: \(test.name) ran for \(time.components.seconds) s")
  }
}

extension Trait where Self == PatientTrait {
  /// Marks tests that block while they wait for programs, so that other tests continue.
  nonisolated public static var waitsForProcesses: Self { PatientTrait(threads: .waiting) }

  /// Marks tests that compute for long, off the main actor, so that the tests on it go first.
  nonisolated public static var leavesMainActorAlone: Self { PatientTrait(threads: .computing) }
}
