import Dispatch
import Synchronization

/// Work on a thread of its own, begun by ``Application/perform(inBackground:completion:)``.
///
/// ```swift
/// application.perform(
///   inBackground: { (search: BackgroundOperation) in
///     for page in 1...3 where !search.isCancelled {
///       search.report { label.text = "page \(page)" }
///     }
///   }, completion: { _ in label.text += ", done" })
/// ```
public nonisolated final class BackgroundOperation: Sendable {
  private struct State {
    var isCancelled = false
    var isOver = false
    var onCancel: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())
  private let events: BackgroundEvents

  init(events: BackgroundEvents) {
    self.events = events
  }

  /// Whether ``cancel()`` was called; the work checks it now and then.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Cancels the work; later reports are ignored.
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
      if !state.isOver { state.onCancel = action }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Releases the cancellation handler.
  fileprivate func end() {
    state.withLock { state in
      state.isOver = true
      state.onCancel = {}
    }
  }

  /// Runs a closure on the main thread soon, in a turn: to show progress or first results.
  public func report(_ body: @escaping @MainActor () -> Void) {
    events.post(by: self, body)
  }
}

/// The reports of operations, in order, and the operations that run.
nonisolated final class BackgroundEvents: Sendable {
  /// A report.
  struct Event: Sendable {
    let work: BackgroundOperation
    let body: @MainActor () -> Void
  }

  private struct State {
    var running: [ObjectIdentifier: BackgroundOperation] = [:]
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
  var isIdle: Bool { state.withLock { $0.running.isEmpty && $0.waiting.isEmpty } }

  /// Whether any work runs, cancelled or not.
  var isRunning: Bool { state.withLock { !$0.running.isEmpty } }

  func begin(_ work: BackgroundOperation) {
    state.withLock { $0.running[ObjectIdentifier(work)] = work }
  }

  /// Cancels all running operations, and drops their reports.
  func cancelAll() {
    let running = state.withLock { state in
      state.waiting = []
      return Array(state.running.values)
    }
    running.forEach { $0.cancel() }
  }

  func post(by work: BackgroundOperation, _ body: @escaping @MainActor () -> Void) {
    state.withLock { $0.waiting.append(Event(work: work, body: body)) }
    news.signal()
    wake()
  }

  func end(_ work: BackgroundOperation) {
    work.end()
    state.withLock { $0.running[ObjectIdentifier(work)] = nil }
    news.signal()
  }

  /// Returns the reports since the last call.
  func take() -> [Event] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Waits for a report or an end; returns `false` when time is up.
  func wait(until deadline: DispatchTime) -> Bool { news.wait(timeout: deadline) == .success }
}

/// Work or a timer that runs only while the app is active, or only while it is on the screen.
///
/// ``Application/performWhileActive(_:completion:)``, ``Application/performWhileVisible(_:completion:)`` and
/// ``Application/performWhileActive(after:_:)`` make it.
public final class HeldBackWork {
  /// Whether it has ended or was cancelled.
  public private(set) var isOver = false

  /// Begins the work, and returns what cancels it.
  private var start: (HeldBackWork) -> (() -> Void)?

  /// Cancels the work that has begun, as long as the app is active.
  private var cancelRunning: (() -> Void)?

  /// Whether it waits for the focus; otherwise only for the app to be on the screen.
  let needsFocus: Bool

  init(needsFocus: Bool, start: @escaping (HeldBackWork) -> (() -> Void)?) {
    self.needsFocus = needsFocus
    self.start = start
  }

  /// Cancels the work; its completion is not called.
  public func cancel() {
    end()
    holdBack()
  }

  /// Begins, unless it has begun.
  func begin() {
    if !isOver, cancelRunning == nil { cancelRunning = start(self) }
  }

  /// Cancels the work until it may begin again.
  func holdBack() {
    cancelRunning?()
    cancelRunning = nil
  }

  /// Marks the work as over and releases its closure.
  func end() {
    isOver = true
    start = { _ in nil }
  }
}
