/// Work that nobody waits for, begun by ``Application/performWhileActive(_:completion:)``.
public final class HeldBackWork {
  /// Whether it has ended or was cancelled.
  public private(set) var isOver = false

  /// Begins the work; set once.
  var start: (HeldBackWork) -> BackgroundWork?

  /// The work, as long as the app is active.
  private var running: BackgroundWork?

  init(start: @escaping (HeldBackWork) -> BackgroundWork?) {
    self.start = start
  }

  /// Cancels the work; its completion is not called.
  public func cancel() {
    end()
    holdBack()
  }

  /// Begins, unless it has begun.
  func begin() {
    if !isOver, running == nil { running = start(self) }
  }

  /// Ends what has begun, to begin anew later.
  func holdBack() {
    running?.cancel()
    running = nil
  }

  /// Takes note that it is over, and lets go of what was to be done.
  func end() {
    isOver = true
    start = { _ in nil }
  }
}

extension Application {
  /// Runs work beside the interface that nobody waits for: sums, previews, suggestions.
  ///
  /// It begins after the first frame of a launch, and runs only while the app is active (contract 8.4):
  /// when the app loses the focus or enters the background, the work is cancelled, and begins anew when
  /// the app is active again. So write it such that it can be begun more than once, and that it ends
  /// soon when it is cancelled. Work that a person waits for, such as a search, goes into
  /// ``perform(inBackground:completion:)``.
  ///
  /// ```swift
  /// application.performWhileActive({ work in
  ///   let reading = Reading(of: file)
  ///   work.onCancel { reading.interrupt() }
  ///   return try reading.sum()
  /// }) { result in
  ///   label.text = (try? result.get()).map { "\($0)" } ?? "–"
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - work: Does the work, on a thread of its own with a lower priority.
  ///   - completion: Called once, in a turn, with the result of the run that was not cancelled.
  /// - Returns: The work, to be cancelled.
  @discardableResult
  public func performWhileActive<Value: Sendable>(
    _ work: @escaping @Sendable (BackgroundWork) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> HeldBackWork {
    let held = HeldBackWork { [weak self] held in
      self?.perform(inBackground: work) { [weak self, weak held] result in
        guard let held, !held.isOver else { return }
        held.end()
        self?.heldBackWork.removeAll { $0.isOver }
        completion(result)
      }
    }
    heldBackWork.removeAll { $0.isOver }
    heldBackWork.append(held)
    beginHeldBackWork()
    return held
  }

  /// Begins what waits, if the app is active and shows something.
  func beginHeldBackWork() {
    guard canDraw, state == .active else { return }
    heldBackWork.forEach { $0.begin() }
  }

  /// Ends what nobody waits for, until the app is active again.
  func holdBackWork() {
    heldBackWork.forEach { $0.holdBack() }
  }
}
