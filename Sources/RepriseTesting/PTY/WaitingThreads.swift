import Foundation
import Testing

/// Threads for tests that block while a program in a pseudo-terminal works.
///
/// Swift's own pool has one thread per core. A test that blocks one of them delays the next test,
/// although the core is idle.
///
/// These threads and their programs run at low priority: the tests of the main actor run one after
/// another, so they determine how long a whole run takes.
nonisolated final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads(count: 8)

  private let queue = OperationQueue()

  init(count: Int) {
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

/// Runs a suite's tests on threads that may block (``Testing/Trait/waitsForProcesses``).
nonisolated public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  /// The trait also applies to a suite's tests and nested suites.
  public let isRecursive = true

  /// Runs one test case on these threads.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// Marks tests that block while they wait for programs, so that other tests continue.
  nonisolated public static var waitsForProcesses: Self { WaitingTrait() }
}
