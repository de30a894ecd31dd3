import Foundation
import Synchronization

/// Runs the jobs of a task on threads of its own, one job at a time.
///
/// A thread ends when the task waits for something else, such as the main actor, so a task that is suspended keeps
/// none, and nothing is left when the task has ended. The global queues of Dispatch would keep waking the process.
nonisolated final class WorkThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter start: Runs a closure on a new thread.
  init(start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.start = start
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if needsThread { start { self.run() } }
  }

  private func run() {
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.isRunning = false
      return nil
    }
  }
}
