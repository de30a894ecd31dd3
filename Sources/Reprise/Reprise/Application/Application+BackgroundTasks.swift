import Dispatch

extension Application {
  /// Asks for time to finish something after the app is suspended (contract 8.5.2).
  ///
  /// After `Ctrl-Z` the shell gets the terminal at once. The app runs on without it until its last task
  /// has ended or its time is up, stores its state once more, and stops. Call this when the work
  /// begins, and ``endBackgroundTask(_:)`` when it is done.
  ///
  /// - Parameters:
  ///   - name: The name of the task in reports.
  ///   - expirationHandler: Called on the main thread when time is up, to end what can be ended; the
  ///     app stops when it returns.
  /// - Returns: The identifier to end the task with.
  public func beginBackgroundTask(
    withName name: String, expirationHandler: @escaping () -> Void = {}
  ) -> BackgroundTaskIdentifier {
    let task = backgroundTasks.begin(name: name, expirationHandler: expirationHandler)
    // Begun in the background: data woke the app.
    if state == .background, hasPatience, backgroundTasks.deadline == nil { startBackgroundTime() }
    return task
  }

  /// Ends a background task; the last one lets a suspended app stop.
  public func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {
    guard backgroundTasks.end(identifier) else { return }
    guard backgroundTasks.isEmpty, !backgroundTasks.isExpiring else { return }
    guard backgroundTasks.deadline != nil else { return }
    backgroundTasks.deadline = nil
    // A handler of the connection that has time left sleeps when it has ended.
    if !hasPatience || connection.handlers.isEmpty { endBackgroundTime() }
  }

  /// How long background tasks may still run; without limit in the foreground.
  public var backgroundTimeRemaining: Duration {
    guard let deadline = backgroundTasks.deadline else { return .seconds(Int64.max) }
    return max(.zero, deadline - .now)
  }

  /// Runs on without the terminal, for a while.
  func startBackgroundTime() {
    let deadline = ContinuousClock.now + backgroundPeriod
    backgroundTasks.deadline = deadline
    needTime(backgroundPeriod + Self.expirationTime)
    let seconds = backgroundPeriod / .seconds(1)
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      // A later stay in the background has another deadline.
      guard let self, backgroundTasks.deadline == deadline else { return }
      expireBackgroundTasks()
      endBackgroundTime()
    }
  }

  /// How long it may take to expire tasks and to store.
  private static let expirationTime = Duration.seconds(30)

  /// Expires the tasks that have no time left.
  func expireBackgroundTasks() {
    let handlers = backgroundTasks.expirationHandlers
    // No time is left while handlers run; a task that ends in one does not stop the process yet.
    backgroundTasks.isExpiring = true
    backgroundTasks.deadline = .now
    watchdog.watch { handlers.forEach { $0() } }
    for name in backgroundTasks.names { remark("time was up before the task \(name) had ended") }
    backgroundTasks.dropAll()
    backgroundTasks.deadline = nil
    backgroundTasks.isExpiring = false
  }

  /// Stores what the tasks changed, and stops (contract 1.2.3).
  private func endBackgroundTime() {
    backgroundTasks.deadline = nil
    guard state == .background, termination == nil else { return }
    if !sleepAgain() { terminate(.signal(.hangup)) }
  }
}
