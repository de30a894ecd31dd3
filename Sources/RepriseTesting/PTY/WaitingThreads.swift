import Foundation
import Testing

/// Threads for tests that block while a program in a pseudo-terminal works.
///
/// Swift's own pool has one thread a core. A test that waits on one of them keeps the next test from
/// running, although the core is free.
///
/// They and the programs that they start take what the others leave: the tests of the main actor run one
/// after the other, so that a whole run takes as long as they do.
nonisolated final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads(count: 4)

  private let queue = OperationQueue()

  init(count: Int) {
    queue.maxConcurrentOperationCount = count
    // Threads of their own, since no thread may become more urgent again.
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

/// Runs the tests of a suite on threads that may block (``Testing/Trait/waitsForProcesses``).
nonisolated public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  /// A suite's tests take it over, and those of the suites in it.
  public let isRecursive = true

  /// Runs one case of a test on the threads.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests block while they wait for programs: others go on meanwhile.
  nonisolated public static var waitsForProcesses: Self { WaitingTrait() }
}
