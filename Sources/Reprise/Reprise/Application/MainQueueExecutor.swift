import Dispatch

/// Resumes the app's tasks on the main queue.
///
/// A task that waited goes on by way of a global queue of Dispatch, also one of the main actor. From the first use of such a
/// queue on, Dispatch looks after its threads every second, so an idle program would wake again and again.
nonisolated final class MainQueueExecutor: TaskExecutor {
  static let shared = MainQueueExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
