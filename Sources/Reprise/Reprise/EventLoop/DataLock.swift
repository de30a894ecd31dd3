import Foundation
import Storage

/// Locks and unlocks protected data, and locks it when nothing has come from the person for a while
/// (contract 8.3.7, 8.3.9).
package final class DataLock {
  /// The data that a lock closes; `nil` if nothing is protected.
  var data: (any ProtectedDataSource)? {
    didSet { waitForIdling() }
  }

  /// The time without input after which the data is locked; `nil` to keep it open.
  var delay: Duration? {
    didSet { if delay != oldValue { waitForIdling() } }
  }

  /// Whether data is locked as soon as the person has left the desktop.
  var locksWhenAway = false

  /// Whether a lock ends this process, for a new one to ask for the passphrase.
  ///
  /// Then nothing of what was on the screen stays in memory.
  package var restartsWhenLocked = false

  /// Whether a lock request of another program ends this process even without locked data: the new
  /// process finds a passphrase that was set since.
  package var restartsWhenAsked = false

  /// How long the machine may wait with sleeping until data is locked; tests allow more.
  package var sleepDelay = Duration.milliseconds(3000)

  /// The seconds since the machine started, sleep included; tests replace it.
  package var now: () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private unowned let app: Application

  /// The time of the last key, click or paste.
  private var lastInput = 0.0

  /// Looks whether it is time to lock.
  private var call: DelayedCall?

  init(of app: Application) {
    self.app = app
  }

  /// Whether protected data can be read now; always, where nothing is protected.
  var isOpen: Bool { data?.isUnlocked ?? true }

  /// Whether there are keys that a lock makes the app forget.
  var holdsKeys: Bool { data?.isUnlocked == true }

  // MARK: - Locking

  /// Locks: the app resigns, is told that it loses access, and only then are the keys wiped.
  func lock() {
    guard isOpen, let data else { return }
    if restartsWhenLocked { return app.terminate(.lock) }
    app.lifeCycle.resignActive()
    app.backgroundWork.holdBackAll()
    app.lifeCycle.announce(.protectedDataWillBecomeUnavailable)
    data.lock()
    app.systemEvents.announce(.protectedData)
    app.update()
  }

  /// Locks because another program asks for it.
  ///
  /// An app that was started before the passphrase was set restarts to find it.
  package func lockWhereAsked() {
    if restartsWhenAsked { app.terminate(.lock) } else { lock() }
  }

  /// The app has access again, and becomes active.
  func didUnlock() {
    app.lifeCycle.announce(.protectedDataDidBecomeAvailable)
    app.systemEvents.announce(.protectedData)
    app.lifeCycle.becomeActiveWithFocus()
    app.update()
  }

  /// Locks if the session was locked, or the person left, while the app was stopped.
  ///
  /// - Returns: Whether the app leaves.
  func listenToLogin() -> Bool {
    app.systemEvents.listen()
    return app.termination != nil
  }

  // MARK: - Idling

  /// Begins to wait for the time to lock; wakes once in the whole delay, and never without one.
  private func waitForIdling() {
    call?.cancel()
    call = nil
    guard delay != nil, data != nil else { return }
    lastInput = now()
    lookAtIdling()
  }

  /// Records input from the user.
  func noteInput() {
    if delay != nil { lastInput = now() }
  }

  /// When the app locks if nothing comes, on the clock of the machine; `nil` if it does not.
  var lockTime: Double? {
    guard let delay, data != nil, isOpen else { return nil }
    return lastInput + delay / .seconds(1)
  }

  /// Whether it is time to lock.
  var isLockDue: Bool { lockTime.map { $0 <= now() } ?? false }

  /// Locks if there was no input for the whole delay.
  ///
  /// Asked before anything of the person counts: the call that looks may be late, as after the machine slept.
  ///
  /// - Returns: Whether it has locked.
  func lockIfIdle() -> Bool {
    guard app.termination == nil, isLockDue else { return false }
    lock()
    return true
  }

  /// Locks if there was no input for the whole delay, or else schedules the next check.
  ///
  /// - Returns: Whether it has locked.
  @discardableResult
  func lookAtIdling() -> Bool {
    if lockIfIdle() { return true }
    guard let lockTime, app.termination == nil else { return false }
    call?.cancel()
    call = app.perform(after: .seconds(lockTime - now())) { [weak app] in
      app?.dataLock.lookAtIdling()
    }
    return false
  }
}
