import Guardian
import Foundation
import Storage
import Terminal

/// How an app with a connection, or with keys to forget, sleeps in the background, and what it does when it is woken
/// (contract 8.3.4, 8.8.3, 8.8.5).
extension Application {
  /// How long handlers may take in the background: a second less than the watch of the guardian allows, so that the app
  /// stores and sleeps by itself.
  static let connectionPatience = Duration.seconds(9)

  /// How long a cancelled handler has to notice.
  static let cancellationPatience = Duration.milliseconds(500)

  /// How long the main queue takes to come to a signal.
  private static let hearing = Duration.milliseconds(10)

  /// How long it may take to store before the app sleeps: a disk may be slow.
  static let storingTime = Duration.seconds(60)

  /// Stops the process; with a connection until there are data, or it is time for a call, and while protected data is
  /// unlocked until it has to be locked.
  ///
  /// - Parameter isLate: Whether the app had its time: then only what is new wakes it.
  /// - Returns: `false`, at once, if nobody could continue it.
  func sleepOrStop(isLate: Bool = false) -> Bool {
    guard connection.isThere || holdsKeys else { return stop() }
    endPatience()
    let lockRequests = holdsKeys ? watchLockRequests() : nil
    // One that came before the watch was there.
    guard !lockIfAsked() else { return true }
    let isLate = isLate || !connection.handlers.isEmpty
    if isLate { forgetFiles() }
    let sleep = Guardian.Suspension(
      descriptors: [
        connection.descriptor, connection.files, lockRequests?.descriptor, loginDescriptor,
      ].compactMap(\.self).filter { $0 >= 0 },
      deadline: nextDeadline, isLate: isLate)
    var ended: Guardian.Wake?
    aroundStop { ended = withExtendedLifetime(lockRequests) { sleepProcess(sleep) } }
    guard let wake = ended else { return stopJob() || stop() }
    // One that was continued hears next by whom. After any other signal it sleeps again once its patience is over.
    if wake == .interrupted { return sleepSoon() }
    beginPatience()
    switch wake {
    case .data: hearWhatWokeIt()
    case .time: makeDueCalls()
    case .continued, .interrupted: break
    }
    return true
  }

  private func hearWhatWokeIt() {
    guard !lookAtLogin(), !lockIfAsked() else { return }
    hearFiles()
  }

  /// Sleeps once the signal that came is heard: until then the shell waits for its job to stop.
  private func sleepSoon() -> Bool {
    perform(after: Self.hearing) { [weak self] in self?.sleepAgain() }
    return true
  }

  /// Stops the process until it is continued.
  ///
  /// - Returns: `false`, at once, if nobody could continue it.
  func stop() -> Bool {
    var didStop = false
    aroundStop { didStop = stopProcess() }
    return didStop
  }

  /// When to be woken: for a call that keeps the connection alive, or to lock.
  private var nextDeadline: Double? {
    let call = connection.call?.isOver == false ? connection.callTime : nil
    return [call, lockTime].compactMap(\.self).min()
  }

  private func makeDueCalls() {
    // A lock stores everything before it wipes the keys.
    if let lockTime, lockTime <= idling.now() { needTime(Self.storingTime) }
    guard !lookAtIdling() else { return }
    if connection.callTime <= idling.now() { connection.call?.call() }
  }

  // MARK: - Locks

  /// Whether there are keys that a lock makes the app forget.
  private var holdsKeys: Bool { protectedData?.isUnlocked == true }

  /// What tells of the session's locks and of the machine's sleep.
  private var loginDescriptor: Int32? { holdsKeys ? loginWatch?.descriptor : nil }

  /// How often a stopped app looks for such a request where the system has no watch left, in seconds.
  private static let lockInterval = 10

  /// Watches for requests of other programs to lock.
  private func watchLockRequests() -> FileEvents? {
    guard let path = systemFiles.lockRequest else { return nil }
    let events = FileEvents(interval: Self.lockInterval)
    events.watchReplacements(in: (path as NSString).deletingLastPathComponent)
    return events
  }

  /// Locks if another program has asked for it.
  ///
  /// - Returns: Whether the app leaves.
  private func lockIfAsked() -> Bool {
    guard holdsKeys, systemWatch.hasLockRequest else { return false }
    needTime(Self.storingTime)
    deliverSystemChanges()
    return termination != nil
  }

  // MARK: - Awake

  /// Sleeps again once no handler runs and no task needs time.
  func sleepWhenDone() {
    guard connection.handlers.isEmpty, backgroundTasks.isEmpty else { return }
    sleepAgain()
  }

  /// Stores what was changed in the background, and sleeps.
  ///
  /// - Returns: `false` if nobody could continue the process.
  @discardableResult
  func sleepAgain(isLate: Bool = false) -> Bool {
    guard state == .background, termination == nil else { return true }
    needTime(Self.storingTime)
    storeEverything()
    releaseCaches()
    return sleepOrStop(isLate: isLate)
  }

  /// Whether the app was woken in the background and has time left.
  var hasPatience: Bool { connection.patience?.isOver == false }

  /// Begins the time in which handlers have to end, unless it has begun.
  func beginPatience() {
    guard state == .background, !hasPatience else { return }
    connection.patience = perform(after: Self.connectionPatience) { [weak self] in
      self?.cancelHandlers()
    }
  }

  func endPatience() { connection.patience?.cancel() }

  /// Cancels what takes too long, and sleeps all the same: a handler that looks at nothing goes on when the app is woken next.
  private func cancelHandlers() {
    guard state == .background else { return }
    connection.handlers.values.forEach { $0.cancel() }
    guard backgroundTasks.isEmpty else { return }
    needTime(Self.storingTime)
    connection.patience = perform(after: Self.cancellationPatience) { [weak self] in
      self?.sleepAgain(isLate: true)
    }
  }
}
