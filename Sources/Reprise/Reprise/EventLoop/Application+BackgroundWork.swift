import Terminal

/// Background work, delayed calls and background tasks.
extension Application {
  /// Runs work in the background that takes noticeably long.
  ///
  /// The work has a thread of its own, which ends
  /// with it. Its reports and its completion enter as events: each has a turn on the main thread, with layout, preservation and drawing. In the
  /// background they wait. The thread has a lower priority, so that a key gets the processor at once.
  ///
  /// The stored data must make sense at every moment before the completion:
  /// a kill ends the work, and the next launch has to start over.
  ///
  /// - Parameters:
  ///   - work: Does the work; its argument reports results, and whether to stop.
  ///   - completion: Called with the result, unless the work was cancelled.
  /// - Returns: The work, to be cancelled.
  @discardableResult
  public func perform<Value: Sendable>(
    inBackground work: @escaping @Sendable (BackgroundOperation) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> BackgroundOperation {
    backgroundWork.perform(work, completion: completion)
  }

  /// Runs optional work in the background: sums, previews, suggestions.
  ///
  /// It starts after the first frame of a launch, and runs only while the app is active (contract
  /// 8.4). When the app loses the focus or enters the background, the work is cancelled; it starts
  /// again when the app becomes active. So write it so that it can run repeatedly and ends soon
  /// after it is cancelled. For work that the user waits for, such as a search, use
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
    _ work: @escaping @Sendable (BackgroundOperation) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> HeldBackWork {
    backgroundWork.hold(work, needsFocus: true, completion)
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
    _ work: @escaping @Sendable (BackgroundOperation) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> HeldBackWork {
    backgroundWork.hold(work, needsFocus: false, completion)
  }

  /// Calls a closure after a delay in which the app is active all the time (contract 8.4).
  ///
  /// Without the focus and in the background no timer runs, so nothing wakes the machine. When the
  /// app is active again, the delay restarts. For a call that must come in any case, use ``perform(after:_:)``.
  ///
  /// - Parameters:
  ///   - delay: The delay.
  ///   - body: Called once, on the main actor. Its changes are drawn.
  /// - Returns: The call, to be cancelled.
  @discardableResult
  public func performWhileActive(
    after delay: Duration, _ body: @escaping () -> Void
  ) -> HeldBackWork {
    backgroundWork.hold(after: delay, body)
  }

  /// Whether background work is running, or has reported something that is not on screen yet.
  ///
  /// Calls that wait for a pause count, too.
  public var isWorkingInBackground: Bool { !backgroundWork.isIdle || eventLoop.awaitsPause }

  /// Waits until no background work is left, and shows what it reports meanwhile.
  ///
  /// For tests, and for programs that draw a picture of the app: the picture must not depend on timing.
  ///
  /// - Parameter seconds: The longest time to wait.
  /// - Returns: Whether all work has ended.
  @discardableResult
  public func finishBackgroundWork(within seconds: Int = 60) -> Bool {
    backgroundWork.finish(within: seconds)
  }

  /// Cancels all background work, and waits until its threads have released everything they hold.
  ///
  /// Call it before you close the data that the work reads. Pending reports are dropped.
  ///
  /// - Parameter seconds: The longest time to wait; work that does not look whether it is cancelled
  ///   runs on.
  /// - Returns: Whether all work has ended.
  @discardableResult
  public func cancelBackgroundWork(within seconds: Double = 60) -> Bool {
    backgroundWork.cancelAll(within: seconds)
  }

  // MARK: - Later

  /// Calls a closure after a delay, unless the app has ended by then.
  ///
  /// Its changes are drawn afterwards. Use it for timers: in tests, the clock only advances when
  /// the test advances it.
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
    eventLoop.perform(after: delay, body)
  }

  /// Calls a closure in the next pause: after the frame, once there has been no input for 80 ms.
  ///
  /// Use it to follow a selection that a held-down key moves: keys stay cheap, and the call is
  /// made once where the selection stops. Its changes are drawn. It is not saved: after a kill,
  /// request it again when the state is restored.
  ///
  /// The effect of keys must not depend on typing speed. So the call is made before the next
  /// input and before a resize of the window, unless `passes` lets the event through: only pass
  /// events with the same effect before and after the call, such as a key that moves the selection on.
  ///
  /// ```swift
  /// func selectionDidMove() {
  ///   guard waiting?.isOver != false else { return }
  ///   waiting = application.performInPause(letting: isMotion) { [weak self] in
  ///     self?.showSelection()
  ///   }
  /// }
  /// ```
  ///
  /// ``finishBackgroundWork(within:)`` makes the call immediately, so a picture shows the final screen.
  ///
  /// - Parameters:
  ///   - passes: Whether an event may come first.
  ///   - body: The closure, called on the main actor.
  /// - Returns: The call, to be cancelled.
  @discardableResult
  public func performInPause(
    letting passes: @escaping (TerminalEvent) -> Bool = { _ in false }, _ body: @escaping () -> Void
  ) -> DelayedCall {
    let call = DelayedCall(body)
    eventLoop.performInPause(call, letting: passes)
    return call
  }

  /// Suspends a task for a while, on the clock of ``perform(after:_:)``.
  public func sleep(for delay: Duration) async { await backgroundWork.sleep(for: delay) }

  /// Runs something asynchronous; what it changes is drawn without further ado.
  ///
  /// A `Task` does as well, but the app knows this one, so that a test can wait for it
  /// (`waitForTasks()`).
  ///
  /// Functions that it calls run on the main thread as well, even those without an actor. Long work belongs in
  /// `perform(inBackground:completion:)`.
  ///
  /// - Returns: The task, to be cancelled or waited for.
  @discardableResult
  public func perform(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    backgroundWork.perform(work)
  }

  // MARK: - After the app was suspended

  /// Asks for time to finish something after the app is suspended (contract 8.5.2).
  ///
  /// After `Ctrl-Z` the shell gets the terminal at once. The app continues without it until its
  /// last task has ended or its time is up, stores its state again, and stops. Call this when the
  /// work starts, and ``endBackgroundTask(_:)`` when it ends.
  ///
  /// - Parameters:
  ///   - name: The name of the task in reports.
  ///   - expirationHandler: Called on the main thread when time is up, to end what can be ended; the
  ///     app stops when it returns.
  /// - Returns: The identifier to end the task with.
  public func beginBackgroundTask(
    withName name: String, expirationHandler: @escaping () -> Void = {}
  ) -> BackgroundTaskIdentifier {
    lifeCycle.suspension.beginTask(named: name, expirationHandler: expirationHandler)
  }

  /// Ends a background task; the last one lets a suspended app stop.
  public func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {
    lifeCycle.suspension.endTask(identifier)
  }

  /// How long background tasks may still run; without limit in the foreground.
  public var backgroundTimeRemaining: Duration { lifeCycle.suspension.timeRemaining }
}
