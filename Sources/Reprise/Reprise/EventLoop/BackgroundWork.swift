import Dispatch
import Foundation
import Synchronization

/// Runs work that is no event: operations on threads, work that waits
/// for the app to be active, and tasks of the main actor.
package final class BackgroundWork {
  /// The number of tasks that run.
  package private(set) var tasks = 0

  /// The number of tasks that wait in ``sleep(for:)``.
  package private(set) var sleepers = 0

  private unowned let app: Application

  /// The reports of operations, and which of them run.
  private let events: BackgroundEvents

  /// The work that runs only while the app is active or visible.
  private var held: [HeldBackWork] = []

  init(of app: Application) {
    self.app = app
    events = BackgroundEvents { [weak app] in
      DispatchQueue.main.async { app?.backgroundWork.deliverReports() }
    }
  }

  // MARK: - Operations

  /// The niceness of background work: it gets a third of the processor when both want it.
  private nonisolated static let niceness: Int32 = 5

  /// Runs work on a thread of its own, which ends with it.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (BackgroundOperation) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) -> BackgroundOperation {
    let events = events
    let operation = BackgroundOperation(events: events)
    let job = BackgroundJob {
      let result = Result { try work(operation) }
      operation.report { completion(result) }
    }
    Self.detachThread(for: operation, events) { job.run() }
    return operation
  }

  /// Runs a closure on a new thread of lower priority, as a part of an operation.
  private nonisolated static func detachThread(
    for operation: BackgroundOperation, _ events: BackgroundEvents,
    _ body: @escaping @Sendable () -> Void
  ) {
    events.begin(operation)
    Thread.detachNewThread {
      // On Linux each thread has a niceness. With that of the interface the thread would keep the
      // processor to the end of its slice, up to 4 ms, when a key wakes the interface.
      _ = nice(niceness)
      body()
      events.end(operation)
    }
  }

  /// Whether an operation runs, or has reported something that is not on screen yet.
  var isIdle: Bool { events.isIdle }

  /// Handles all that operations have reported, in one turn.
  ///
  /// Before the first frame and in the background the reports wait.
  func deliverReports() {
    guard app.eventLoop.canDraw else { return }
    let reports = events.take()
    guard !reports.isEmpty else { return }
    app.eventLoop.turn(
      making: reports.lazy.filter { !$0.work.isCancelled }.map { report in
        DelayedCall { report.body() }
      })
  }

  /// Waits until no operation is left and no call waits for a pause, and shows the results.
  ///
  /// - Returns: Whether all work has ended.
  func finish(within seconds: Int) -> Bool {
    let loop = app.eventLoop
    let deadline = DispatchTime.now() + .seconds(seconds)
    while loop.canDraw {
      deliverReports()
      loop.makePauseCalls()
      // Where keys wait to be read there is no pause to wait for.
      if loop.awaitsPause, !app.device.hasWaitingInput, DispatchTime.now() < deadline { continue }
      if events.isIdle { return true }
      guard events.wait(until: deadline) else { return false }
    }
    return events.isIdle && !loop.awaitsPause
  }

  /// Cancels all work, and waits until its threads have released everything they hold.
  ///
  /// - Returns: Whether all work has ended.
  @discardableResult
  func cancelAll(within seconds: Double) -> Bool {
    let deadline = DispatchTime.now() + seconds
    held.forEach { $0.cancel() }
    cancellations.values.forEach { $0() }
    events.cancelAll()
    while events.isRunning {
      guard events.wait(until: deadline) else { return false }
    }
    events.cancelAll()
    return true
  }

  // MARK: - Tasks off the main actor

  /// Cancels the tasks that have not ended.
  private var cancellations: [AnyHashable: () -> Void] = [:]

  /// Runs a task on threads of its own.
  ///
  /// While one of them runs, the task counts as an operation: the app waits for it before it closes its data. While the
  /// task waits for something, such as the main actor, nothing waits for it.
  func begin<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    let events = events
    let threads = WorkThread { body in
      Self.detachThread(for: BackgroundOperation(events: events), events, body)
    }
    let task = Task.detached(executorPreference: threads) { try await work() }
    cancellations[task] = { task.cancel() }
    return task
  }

  /// Forgets a task that has ended.
  func end<Value>(_ task: Task<Value, any Error>) { cancellations[task] = nil }

  // MARK: - While the app is active

  /// The number of works and timers that wait or run; for tests.
  package var heldCount: Int { held.count }

  /// Runs an operation while the app is active, or visible.
  func hold<Value: Sendable>(
    _ work: @escaping @Sendable (BackgroundOperation) throws -> Value, needsFocus: Bool,
    _ completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) -> HeldBackWork {
    hold(needsFocus: needsFocus) { [weak app] held in
      let operation = app?.backgroundWork.perform(work) { [weak app, weak held] result in
        guard let app, let held else { return }
        app.backgroundWork.end(held) { completion(result) }
      }
      return operation.map { operation in { operation.cancel() } }
    }
  }

  /// Calls a closure after a delay in which the app is active all the time.
  func hold(after delay: Duration, _ body: @escaping () -> Void) -> HeldBackWork {
    hold(needsFocus: true) { [weak app] held in
      let call = app?.perform(after: delay) { [weak app, weak held] in
        guard let app, let held else { return }
        app.backgroundWork.end(held, body)
      }
      return call.map { call in { call.cancel() } }
    }
  }

  /// Keeps work that begins whenever the app becomes active or visible.
  private func hold(
    needsFocus: Bool, _ start: @escaping (HeldBackWork) -> (() -> Void)?
  ) -> HeldBackWork {
    let work = HeldBackWork(needsFocus: needsFocus, start: start)
    held.removeAll { $0.isOver }
    held.append(work)
    resume()
    return work
  }

  private func end(_ work: HeldBackWork, _ completion: () -> Void) {
    guard !work.isOver else { return }
    work.end()
    held.removeAll { $0.isOver }
    completion()
  }

  /// Begins what waits, if the app shows something: without the focus only what is on the screen.
  func resume() {
    let isActive = app.state == .active
    guard app.eventLoop.canDraw,
      isActive || app.state == .inactive && app.isProtectedDataAvailable
    else { return }
    for work in held where isActive || !work.needsFocus { work.begin() }
  }

  /// Ends what waits for the focus, until the app is active again.
  func holdBack() {
    for work in held where work.needsFocus { work.holdBack() }
  }

  /// Cancels all work until the app is on the screen again.
  func holdBackAll() { held.forEach { $0.holdBack() } }

  // MARK: - Tasks of the main actor

  /// Runs something asynchronous that a test can wait for.
  func perform(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    tasks += 1
    let body = { @MainActor @Sendable in
      await work()
      self.tasks -= 1
    }
    return Task(executorPreference: MainQueueExecutor.shared) { await body() }
  }

  /// Suspends a task for a while, on the clock of the app.
  func sleep(for delay: Duration) async {
    sleepers += 1
    // Resumed once, or never: a test that kills the app drops its tasks.
    await withUnsafeContinuation { continuation in
      app.eventLoop.callLater(delay) { continuation.resume() }
    }
    sleepers -= 1
  }
}

/// A closure that a thread calls once, and releases before it reports that it has ended.
///
/// So a database that the work held is closed before its directory is removed.
private nonisolated final class BackgroundJob: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = Mutex(body)
  }

  func run() {
    let body = self.body.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}

/// Resumes the app's tasks on the main queue.
///
/// By default a task that waited resumes on a global Dispatch queue, even on the main actor. Once
/// such a queue was used, Dispatch checks its threads every second, so an idle program would wake
/// repeatedly.
private nonisolated final class MainQueueExecutor: TaskExecutor {
  static let shared = MainQueueExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
