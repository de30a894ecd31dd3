import Dispatch
import Foundation

/// A call in the future.
public final class DelayedCall {
  /// Whether the call was made or cancelled.
  public private(set) var isOver = false

  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Cancels the call, unless it was made.
  public func cancel() { isOver = true }

  func call() {
    guard !isOver else { return }
    isOver = true
    body()
  }

  /// Calls something on the main queue.
  nonisolated static func dispatch(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    // A duration beyond any number of nanoseconds is as good as never.
    let nanoseconds = min(max(0, delay / .nanoseconds(1)), 1e18)
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .nanoseconds(Int(nanoseconds)), execute: body)
  }
}

extension Application {
  /// Calls a closure after a delay, unless the app has ended by then.
  ///
  /// What it changes is drawn without further ado. Use it for timers: a test has a clock of its own, on
  /// which time passes only when the test says so.
  ///
  /// ```swift
  /// let reminder = application.perform(after: .seconds(30)) { label.text = "Tea is ready" }
  /// reminder.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - delay: The delay.
  ///   - body: The closure, called on the main actor.
  /// - Returns: The call, to be cancelled.
  @discardableResult
  public func perform(after delay: Duration, _ body: @escaping () -> Void) -> DelayedCall {
    let call = DelayedCall(body)
    callLater(delay) { [weak self] in
      guard let self, termination == nil else { return }
      call.call()
    }
    return call
  }

  /// Suspends a task for a while, on the clock of ``perform(after:_:)``.
  public func sleep(for delay: Duration) async {
    sleepers += 1
    // Resumed once, or never: a test that kills the app drops its tasks.
    await withUnsafeContinuation { continuation in
      callLater(delay) { continuation.resume() }
    }
    sleepers -= 1
  }

  /// Runs something asynchronous; what it changes is drawn without further ado.
  ///
  /// A `Task` does as well, but the app knows this one, so that a test can wait for it
  /// (`waitForTasks()`).
  ///
  /// What it calls runs on the main thread as well, also functions of no actor: what takes long belongs in
  /// ``perform(inBackground:)``.
  ///
  /// - Returns: The task, to be cancelled or waited for.
  @discardableResult
  public func perform(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    tasksUnderWay += 1
    let body = { @MainActor @Sendable in
      await work()
      self.tasksUnderWay -= 1
    }
    return Task(executorPreference: MainQueueExecutor.shared) { await body() }
  }
}
