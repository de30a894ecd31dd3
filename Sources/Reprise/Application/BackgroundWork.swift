import Dispatch
import Synchronization

/// Work beside the interface, begun by ``Application/perform(inBackground:completion:)``.
public nonisolated final class BackgroundWork: Sendable {
  private struct State {
    var isCancelled = false
    var onCancel: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())
  private let events: BackgroundEvents

  init(events: BackgroundEvents) {
    self.events = events
  }

  /// Whether ``cancel()`` was called; the work checks it now and then.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Cancels the work; what it reports from now on is ignored.
  public func cancel() {
    let onCancel = state.withLock { state in
      state.isCancelled = true
      return state.onCancel
    }
    onCancel()
  }

  /// Calls a closure when the work is cancelled, on any thread; at once if it was cancelled before.
  ///
  /// For work that cannot check, such as a call into a database.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.onCancel = action
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Runs a closure on the main thread soon, in a turn: to show progress, or what was found first.
  public func report(_ body: @escaping @MainActor () -> Void) {
    events.post(by: self, body)
  }
}

/// What background work has reported, in order, and how much of it runs.
nonisolated final class BackgroundEvents: Sendable {
  /// A report.
  struct Event: Sendable {
    let work: BackgroundWork
    let body: @MainActor () -> Void
  }

  private struct State {
    var running = 0
    var waiting: [Event] = []
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  /// Signalled when something was reported, and when no work runs any more.
  private let news = DispatchSemaphore(value: 0)

  /// Makes an empty list.
  ///
  /// - Parameter wake: Called on any thread when something was reported.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Whether no work runs and no report waits.
  var isIdle: Bool { state.withLock { $0.running == 0 && $0.waiting.isEmpty } }

  func begin() { state.withLock { $0.running += 1 } }

  func post(by work: BackgroundWork, _ body: @escaping @MainActor () -> Void) {
    state.withLock { $0.waiting.append(Event(work: work, body: body)) }
    news.signal()
    wake()
  }

  func end() {
    state.withLock { $0.running -= 1 }
    news.signal()
  }

  /// Takes the reports since the last call.
  func take() -> [Event] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Waits for a report or an end; returns `false` when time is up.
  func wait(until deadline: DispatchTime) -> Bool { news.wait(timeout: deadline) == .success }
}
