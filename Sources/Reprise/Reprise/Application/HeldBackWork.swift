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

  /// Ends what has begun, to begin anew later.
  func holdBack() {
    cancelRunning?()
    cancelRunning = nil
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
    hold(work, needsFocus: true, completion)
  }

  /// Runs work in the background for something on the screen, such as a sum of data that another window may change.
  ///
  /// It differs from ``performWhileActive(_:completion:)`` in that it continues without the focus: a person still sees
  /// the window, for example next to another one, and it must show current data. While the app is in the background,
  /// the work waits.
  ///
  /// - Parameters:
  ///   - work: Does the work, on a thread of its own with a lower priority.
  ///   - completion: Called once, in a turn, with the result of the run that was not cancelled.
  /// - Returns: The work, to be cancelled.
  @discardableResult
  public func performWhileVisible<Value: Sendable>(
    _ work: @escaping @Sendable (BackgroundWork) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> HeldBackWork {
    hold(work, needsFocus: false, completion)
  }

  private func hold<Value: Sendable>(
    _ work: @escaping @Sendable (BackgroundWork) throws -> Value, needsFocus: Bool,
    _ completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) -> HeldBackWork {
    hold(needsFocus: needsFocus) { [weak self] held in
      let begun = self?.perform(inBackground: work) { [weak self, weak held] result in
        guard let self, let held else { return }
        end(held) { completion(result) }
      }
      return begun.map { begun in { begun.cancel() } }
    }
  }

  /// Calls a closure after a delay in which the app is active all the time (contract 8.4).
  ///
  /// Without the focus and in the background nothing waits, so nothing wakes the machine. When the app is active again, the
  /// delay begins anew. What has to come in any case takes ``perform(after:_:)``.
  ///
  /// - Parameters:
  ///   - delay: The delay.
  ///   - body: Called once, on the main actor. What it changes is drawn.
  /// - Returns: The call, to be cancelled.
  @discardableResult
  public func performWhileActive(
    after delay: Duration, _ body: @escaping () -> Void
  ) -> HeldBackWork {
    hold(needsFocus: true) { [weak self] held in
      let call = self?.perform(after: delay) { [weak self, weak held] in
        guard let self, let held else { return }
        end(held, body)
      }
      return call.map { call in { call.cancel() } }
    }
  }

  /// Keeps work that begins whenever the app becomes active or visible.
  private func hold(
    needsFocus: Bool, _ start: @escaping (HeldBackWork) -> (() -> Void)?
  ) -> HeldBackWork {
    let held = HeldBackWork(needsFocus: needsFocus, start: start)
    heldBackWork.removeAll { $0.isOver }
    heldBackWork.append(held)
    beginHeldBackWork()
    return held
  }

  private func end(_ held: HeldBackWork, _ completion: () -> Void) {
    guard !held.isOver else { return }
    held.end()
    heldBackWork.removeAll { $0.isOver }
    completion()
  }

  /// Begins what waits, if the app shows something: without the focus only what is on the screen.
  func beginHeldBackWork() {
    guard canDraw, state == .active || state == .inactive && isProtectedDataAvailable else {
      return
    }
    for held in heldBackWork where state == .active || !held.needsFocus { held.begin() }
  }

  /// Ends what waits for the focus, until the app is active again.
  func holdBackWork() {
    for held in heldBackWork where held.needsFocus { held.holdBack() }
  }

  /// Cancels all of it until the app is on the screen again.
  func holdBackAllWork() { heldBackWork.forEach { $0.holdBack() } }
}
