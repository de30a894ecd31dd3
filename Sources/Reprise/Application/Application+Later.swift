import Dispatch
import Foundation

/// Something that is to be called later.
public final class DelayedCall {
  /// Whether it will not be called any more: it was, or it was cancelled.
  public private(set) var isOver = false

  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Has it never called; nothing happens where it was already.
  public func cancel() { isOver = true }

  func call() {
    guard !isOver else { return }
    isOver = true
    body()
  }

  /// Calls something on the main queue.
  nonisolated static func dispatch(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    // A duration that no number of nanoseconds can hold is as good as never.
    let nanoseconds = min(max(0, delay / .nanoseconds(1)), 1e18)
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .nanoseconds(Int(nanoseconds)), execute: body)
  }
}

extension Application {
  /// Calls something some time from now, unless the app has ended by then.
  ///
  /// What it changes is drawn by itself. Tests have a clock of their own, on which no time passes but
  /// what they say; so timers of an app go by this.
  ///
  /// ```swift
  /// let reminder = application.perform(after: .seconds(30)) { label.text = "Tea is ready" }
  /// reminder.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - delay: How long from now.
  ///   - body: What to call, on the main actor.
  /// - Returns: What the call is cancelled by.
  @discardableResult
  public func perform(after delay: Duration, _ body: @escaping () -> Void) -> DelayedCall {
    let call = DelayedCall(body)
    callLater(delay) { [weak self] in
      guard let self, termination == nil else { return }
      call.call()
    }
    return call
  }

  /// Waits some time, in a task: on the clock that ``perform(after:_:)`` goes by.
  public func sleep(for delay: Duration) async {
    sleepers += 1
    // Resumed once, or never: where a test kills the app its tasks are forgotten with it.
    await withUnsafeContinuation { continuation in
      callLater(delay) { continuation.resume() }
    }
    sleepers -= 1
  }

  /// Does something asynchronous; what it changes is drawn by itself.
  ///
  /// A `Task` does the same. This one is known to the app, so that a test can wait for its end
  /// (`waitForTasks()`).
  ///
  /// - Returns: The task, to be cancelled or waited for.
  @discardableResult
  public func perform(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    tasksUnderWay += 1
    return Task {
      await work()
      tasksUnderWay -= 1
    }
  }
}
