import Synchronization

/// How much of a long task is done; the task reports it, on any thread.
///
/// ``ProgressSheet/run(_:of:over:_:)`` passes one to the task, and shows what it reports.
public nonisolated final class WorkProgress: Sendable {
  private struct State {
    var completed = 0
    var total: Int?
  }

  private let state: Mutex<State>

  init(total: Int?) {
    state = Mutex(State(total: total.map { max(0, $0) }))
  }

  /// The number of completed parts, such as items or bytes.
  public var completedCount: Int { state.withLock(\.completed) }

  /// The number of all parts; `nil` if unknown.
  ///
  /// A task that learns it only while it runs sets it then.
  public var totalCount: Int? {
    get { state.withLock(\.total) }
    set { state.withLock { $0.total = newValue.map { max(0, $0) } } }
  }

  /// Reports that more parts are completed; quick enough to be called for each one.
  ///
  /// - Parameter count: How many since the last report.
  public func completed(_ count: Int = 1) {
    state.withLock { $0.completed = max(0, $0.completed.adding(count)) }
  }
}
