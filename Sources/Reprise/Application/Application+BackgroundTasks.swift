import Dispatch

extension Application {
  /// Asks for time to finish something although the app is suspended meanwhile (contract 8.5.2).
  ///
  /// After `Ctrl-Z` the shell has the terminal at once; the app goes on without it until the last
  /// task has ended or time is up, stores its state once more and stops. Call it as soon as the work
  /// begins, and ``endBackgroundTask(_:)`` when it is done.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - expirationHandler: Called on the main thread when time is up, to end what can be ended; the
  ///     app stops when it returns.
  /// - Returns: What the task is ended by.
  public func beginBackgroundTask(
    withName name: String, expirationHandler: @escaping () -> Void = {}
  ) -> BackgroundTaskIdentifier {
    backgroundTasks.begin(name: name, expirationHandler: expirationHandler)
  }

  /// Says that a background task is done; the last one lets a suspended app stop.
  public func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {
    guard backgroundTasks.end(identifier) else { return }
    guard backgroundTasks.isEmpty, !backgroundTasks.isExpiring else { return }
    if backgroundTasks.deadline != nil { endBackgroundTime() }
  }

  /// How long background tasks may still go on; without end in the foreground.
  public var backgroundTimeRemaining: Duration {
    guard let deadline = backgroundTasks.deadline else { return .seconds(Int64.max) }
    return max(.zero, deadline - .now)
  }

  /// Goes on without the terminal, for a while.
  func startBackgroundTime() {
    let deadline = ContinuousClock.now + backgroundPeriod
    backgroundTasks.deadline = deadline
    let seconds = backgroundPeriod / .seconds(1)
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      // Another time in the background has another end.
      guard let self, backgroundTasks.deadline == deadline else { return }
      expireBackgroundTasks()
      endBackgroundTime()
    }
  }

  /// Has tasks end that were given no time, or have none left.
  func expireBackgroundTasks() {
    let handlers = backgroundTasks.expirationHandlers
    // While they are told, no time is left; whoever ends its task then does not stop the process yet.
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
    storeEverything()
    releaseCaches()
    if !stopProcess() { terminate(.signal(.hangup)) }
  }
}
