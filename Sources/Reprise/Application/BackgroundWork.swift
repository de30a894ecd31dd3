import Dispatch
import Synchronization

/// Something that goes on beside the interface, on a thread of its own; begun by
/// ``Application/perform(inBackground:completion:)``.
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

  /// Whether ``cancel()`` was called; to be looked at now and then by what goes on.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Asks for the end of what goes on; nothing that it reports is heard of from now on.
  public func cancel() {
    let onCancel = state.withLock { state in
      state.isCancelled = true
      return state.onCancel
    }
    onCancel()
  }

  /// Has something called, on any thread, when the work is cancelled: at once if it was already.
  ///
  /// For what cannot look, as a call into a database.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.onCancel = action
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Has the main thread do something soon, in a turn: show how far it is, or what was found first.
  public func report(_ body: @escaping @MainActor () -> Void) {
    events.post(by: self, body)
  }
}

/// What background work has to say to the interface, in the order in which it was said, and how much
/// of it goes on.
nonisolated final class BackgroundEvents: Sendable {
  /// One thing said.
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
  /// Signalled whenever something was said, or nothing goes on any more.
  private let news = DispatchSemaphore(value: 0)

  /// Makes an empty list.
  ///
  /// - Parameter wake: Called on any thread when something was said.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Whether nothing goes on and nothing was said that nobody heard.
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

  /// Takes what was said since the last time.
  func take() -> [Event] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Waits until something is said or ends; says `false` when time is up.
  func wait(until deadline: DispatchTime) -> Bool { news.wait(timeout: deadline) == .success }
}
