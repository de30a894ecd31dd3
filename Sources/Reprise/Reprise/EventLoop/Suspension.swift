import Dispatch
import Foundation
import Guardian
import Storage
import Terminal

/// How an app waits in the background: it finishes its tasks, then its process is stopped, or sleeps
/// until its connection has data or its keys have to be locked (contract 1.6.5, 8.3.4, 8.5.2, 8.8.3).
package final class Suspension {
  /// How long background tasks may run after the app was suspended.
  package var backgroundPeriod = Duration.seconds(30)

  /// The connection that is kept meanwhile.
  package let connection: KeptConnection

  private unowned let app: Application
  private var tasks = BackgroundTasks()

  /// Ends the time that the app has after it was woken.
  private var timeout: DelayedCall?

  init(of app: Application) {
    self.app = app
    connection = KeptConnection(of: app)
  }

  private var services: ProcessServices { app.lifeCycle.services }

  // MARK: - Stopping

  /// Stops the process as soon as its background tasks and its connection's handlers are done.
  ///
  /// - Returns: `false`, without stopping, if nothing could continue the process.
  func rest() -> Bool {
    releaseCaches()
    connection.awaitKeepAlive()
    guard !tasks.isEmpty || connection.isHandling else { return sleepOrStop() }
    guard services.stopJob() else {
      expireTasks()
      return services.stop()
    }
    if tasks.isEmpty { beginTimeout() } else { startBackgroundTime() }
    return true
  }

  /// The app is in the foreground again.
  func end() {
    tasks.deadline = nil
    connection.endKeepAlive()
    timeout?.cancel()
  }

  /// Drops everything that can be rebuilt when the app returns (contract 8.5.5, 8.5.6).
  ///
  /// These are spare cells, the last frame and pages of the state. Under memory pressure the kernel kills larger processes first.
  private func releaseCaches() {
    app.window.releaseCaches()
    // Screens that are not shown are not in the window.
    app.forEachController { if $0.isViewLoaded { $0.view.releaseCaches() } }
    app.store.releaseMemory()
    services.giveMemoryBack()
  }

  // MARK: - Background tasks

  func beginTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskIdentifier {
    let task = tasks.begin(name: name, expirationHandler: expirationHandler)
    // AsyncResult in the background: data woke the app.
    if app.state == .background, hasTimeLeft, tasks.deadline == nil { startBackgroundTime() }
    return task
  }

  func endTask(_ identifier: BackgroundTaskIdentifier) {
    guard tasks.end(identifier) else { return }
    guard tasks.isEmpty, !tasks.isExpiring else { return }
    guard tasks.deadline != nil else { return }
    tasks.deadline = nil
    // A handler of the connection that has time left sleeps when it has ended.
    if !hasTimeLeft || !connection.isHandling { endBackgroundTime() }
  }

  /// How long background tasks may still run; without limit in the foreground.
  var timeRemaining: Duration {
    guard let deadline = tasks.deadline else { return .seconds(Int64.max) }
    return max(.zero, deadline - .now)
  }

  /// The time limit for expiring tasks and storing.
  private static let expirationTime = Duration.seconds(30)

  /// Runs on without the terminal, for a while.
  private func startBackgroundTime() {
    let deadline = ContinuousClock.now + backgroundPeriod
    tasks.deadline = deadline
    services.needTime(backgroundPeriod + Self.expirationTime)
    let seconds = backgroundPeriod / .seconds(1)
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak app] in
      // The app may have returned and entered the background again, with another deadline.
      guard let app, app.lifeCycle.suspension.tasks.deadline == deadline else { return }
      app.lifeCycle.suspension.expireTasks()
      app.lifeCycle.suspension.endBackgroundTime()
    }
  }

  /// Expires the tasks that have no time left.
  private func expireTasks() {
    let handlers = tasks.expirationHandlers
    // No time is left while handlers run; a task that ends in one does not stop the process yet.
    tasks.isExpiring = true
    tasks.deadline = .now
    app.lifeCycle.watch { handlers.forEach { $0() } }
    for name in tasks.names { app.remark("the background task \(name) ran out of time") }
    tasks.dropAll()
    tasks.deadline = nil
    tasks.isExpiring = false
  }

  /// Stores what the tasks changed, and stops (contract 1.2.3).
  private func endBackgroundTime() {
    tasks.deadline = nil
    guard app.state == .background, app.termination == nil else { return }
    if !sleepAgain() { app.terminate(.signal(.hangup)) }
  }

  // MARK: - Sleeping

  /// How long handlers may take in the background: a second less than the guardian's watch allows, so
  /// that the app stores and sleeps in time.
  private static let handlerTime = Duration.seconds(9)

  /// How long a cancelled handler has to notice.
  private static let cancellationTime = Duration.milliseconds(500)

  /// The longest time until the main queue handles a signal.
  private static let signalTime = Duration.milliseconds(10)

  /// The time limit for storing before the app sleeps: a disk may be slow.
  private static let storingTime = Duration.seconds(60)

  /// Asks for the time that storing may take, if the app is in the background.
  private func needTimeToStore() {
    if app.state == .background { services.needTime(Self.storingTime) }
  }

  /// Stops the process; with a connection until there are data, or it is time for a call, and while protected data is
  /// unlocked until it has to be locked.
  ///
  /// - Parameter isLate: Whether the app used up its time: then only new data wakes it.
  /// - Returns: `false`, without stopping, if nothing could continue the process.
  private func sleepOrStop(isLate: Bool = false) -> Bool {
    let holdsKeys = app.dataLock.holdsKeys
    guard connection.isThere || holdsKeys else { return services.stop() }
    timeout?.cancel()
    let lockRequests = holdsKeys ? app.systemEvents.watchLockRequests() : nil
    // A signal that arrived before the watch was installed.
    guard !lockIfAsked() else { return true }
    let isLate = isLate || connection.isHandling
    if isLate { connection.forgetFiles() }
    let wakers = holdsKeys ? app.systemEvents.wakeDescriptors : []
    let sleep = Guardian.Suspension(
      descriptors: (connection.descriptors + [lockRequests?.descriptor].compactMap(\.self) + wakers)
        .filter { $0 >= 0 },
      deadline: nextDeadline, isLate: isLate)
    var ended: Guardian.Wake?
    services.aroundStop {
      ended = withExtendedLifetime(lockRequests) { services.sleepProcess(sleep) }
    }
    guard let wake = ended else { return services.stopJob() || services.stop() }
    // The signal that continued it comes next. After any other signal it sleeps again once its time is over.
    if wake == .interrupted { return sleepSoon() }
    beginTimeout()
    switch wake {
    case .data: hearWhatWokeIt()
    case .time: makeDueCalls()
    case .continued, .interrupted: break
    }
    return true
  }

  private func hearWhatWokeIt() {
    guard !app.dataLock.listenToLogin(), !lockIfAsked() else { return }
    connection.hearFiles()
  }

  /// Sleeps once the pending signal is handled: until then the shell waits for its job to stop.
  private func sleepSoon() -> Bool {
    app.perform(after: Self.signalTime) { [weak app] in app?.lifeCycle.suspension.sleepAgain() }
    return true
  }

  /// When to be woken: for a call that keeps the connection alive, or to lock.
  private var nextDeadline: Double? {
    [connection.nextCallTime, app.dataLock.lockTime].compactMap(\.self).min()
  }

  private func makeDueCalls() {
    // A lock stores everything before it wipes the keys.
    if app.dataLock.isLockDue { services.needTime(Self.storingTime) }
    guard !app.dataLock.lookAtIdling() else { return }
    connection.makeDueCall()
  }

  /// Locks if another program has asked for it.
  ///
  /// - Returns: Whether the app leaves.
  private func lockIfAsked() -> Bool {
    guard app.dataLock.holdsKeys, app.systemEvents.hasLockRequest else { return false }
    services.needTime(Self.storingTime)
    app.systemEvents.deliver()
    return app.termination != nil
  }

  // MARK: - Awake

  /// Sleeps again once no handler runs and no task needs time.
  func sleepWhenDone() {
    guard !connection.isHandling, tasks.isEmpty else { return }
    sleepAgain()
  }

  /// Stores what was changed in the background, and sleeps.
  ///
  /// - Returns: `false` if the process could not be continued.
  @discardableResult
  private func sleepAgain(isLate: Bool = false) -> Bool {
    guard app.state == .background, app.termination == nil else { return true }
    services.needTime(Self.storingTime)
    app.lifeCycle.storeEverything()
    releaseCaches()
    return sleepOrStop(isLate: isLate)
  }

  /// Whether the app was woken in the background and has time left.
  private var hasTimeLeft: Bool { timeout?.isOver == false }

  /// Begins the time in which handlers have to end, unless it has begun.
  func beginTimeout() {
    guard app.state == .background, !hasTimeLeft else { return }
    timeout = app.perform(after: Self.handlerTime) { [weak app] in
      app?.lifeCycle.suspension.cancelHandlers()
    }
  }

  /// Cancels handlers that take too long, then sleeps; a handler that ignores the cancellation
  /// continues when the app next wakes.
  private func cancelHandlers() {
    guard app.state == .background else { return }
    connection.cancelHandlers()
    guard tasks.isEmpty else { return }
    services.needTime(Self.storingTime)
    timeout = app.perform(after: Self.cancellationTime) { [weak app] in
      app?.lifeCycle.suspension.sleepAgain(isLate: true)
    }
  }
}

/// Identifies a background task, to end it.
///
/// ```swift
/// let upload: BackgroundTaskIdentifier = application.beginBackgroundTask(withName: "upload")
/// defer { application.endBackgroundTask(upload) }
/// ```
public struct BackgroundTaskIdentifier: Hashable, Sendable {
  let number: Int
}

/// The background tasks that may run on after the app was suspended (contract 8.5.2).
struct BackgroundTasks {
  /// A task that runs.
  private struct Task {
    let name: String
    let expirationHandler: () -> Void
  }

  /// When time is up; `nil` in the foreground.
  var deadline: ContinuousClock.Instant?

  /// Whether tasks are being notified that their time is up.
  var isExpiring = false

  private var tasks: [BackgroundTaskIdentifier: Task] = [:]
  private var lastNumber = 0

  /// Whether no task runs.
  var isEmpty: Bool { tasks.isEmpty }

  /// The names of the tasks that run.
  var names: [String] { tasks.values.map(\.name).sorted() }

  mutating func begin(
    name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskIdentifier {
    lastNumber += 1
    let identifier = BackgroundTaskIdentifier(number: lastNumber)
    tasks[identifier] = Task(name: name, expirationHandler: expirationHandler)
    return identifier
  }

  /// Ends a task; returns `false` if it does not run.
  mutating func end(_ identifier: BackgroundTaskIdentifier) -> Bool {
    tasks.removeValue(forKey: identifier) != nil
  }

  /// The handlers to call when time is up, in the order in which the tasks began.
  var expirationHandlers: [() -> Void] {
    tasks.sorted { $0.key.number < $1.key.number }.map(\.value.expirationHandler)
  }

  /// Forgets the tasks that did not end in time.
  mutating func dropAll() { tasks = [:] }
}
