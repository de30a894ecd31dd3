import Foundation

/// How long nothing has come from the person.
struct Idling {
  /// The seconds since the machine started, sleep included; tests replace it.
  var now: () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// When the last key, click or paste came.
  var lastInput = 0.0

  /// Looks whether it is time to lock.
  var call: DelayedCall?
}

extension Application {
  /// The clock of ``protectedDataLockDelay``, in seconds, for tests.
  package var idleClock: () -> Double {
    get { idling.now }
    set { idling.now = newValue }
  }

  /// Begins to wait for the time to lock; wakes once in the whole delay, and never without one.
  func waitForIdling() {
    idling.call?.cancel()
    idling.call = nil
    guard protectedDataLockDelay != nil, protectedData != nil else { return }
    idling.lastInput = idling.now()
    lookAtIdling()
  }

  /// Notes that something came from the person.
  func noteInput() {
    if protectedDataLockDelay != nil { idling.lastInput = idling.now() }
  }

  /// When the app locks if nothing comes, on the clock of the machine; `nil` if it does not.
  var lockTime: Double? {
    guard let delay = protectedDataLockDelay, protectedData != nil, isProtectedDataAvailable else {
      return nil
    }
    return idling.lastInput + delay / .seconds(1)
  }

  /// Locks if nothing came for the whole delay.
  ///
  /// Asked before anything of the person counts: the call that looks may be late, as after the machine slept.
  ///
  /// - Returns: Whether it has locked.
  func lockIfIdle() -> Bool {
    guard termination == nil, let lockTime, lockTime <= idling.now() else { return false }
    lockProtectedData()
    return true
  }

  /// Locks if nothing came for the whole delay, or else looks again when that could be so.
  ///
  /// - Returns: Whether it has locked.
  @discardableResult
  func lookAtIdling() -> Bool {
    if lockIfIdle() { return true }
    guard let lockTime, termination == nil else { return false }
    idling.call?.cancel()
    idling.call = perform(after: .seconds(lockTime - idling.now())) { [weak self] in
      self?.lookAtIdling()
    }
    return false
  }
}
