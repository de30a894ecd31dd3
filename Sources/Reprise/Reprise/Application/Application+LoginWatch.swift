/// Locking with the login's session, and whether the person is there (contract 8.3.4, 8.6).
extension Application {
  /// Whether the person is near: `false` once the desktop took the session for idle, as when no key came for minutes.
  ///
  /// Known from logind, where ``SystemChange/presence`` is observed or something is protected; `nil` where nobody knows,
  /// as without systemd or before the first pause.
  public var isPersonNear: Bool? { loginWatch?.isPersonNear }

  /// Has the app hear of the login's session from the next pause on: it locks with the session and before the machine
  /// sleeps, and knows whether the person is near.
  ///
  /// Nothing is started where nothing is protected and nobody observes ``SystemChange/presence``. Where there is no logind
  /// the log says so, and everything else works.
  ///
  /// - Parameter environment: The environment variables: ``LoginWatch/companionVariable``, and `DBUS_SYSTEM_BUS_ADDRESS` for
  ///   another bus than the system's.
  public func watchLogin(environment: [String: String]) {
    loginEnvironment = environment
    startLoginWatch()
  }

  /// Looks for the session in the next pause, where that is of use.
  func startLoginWatch() {
    guard loginWatch == nil, let environment = loginEnvironment,
      protectedData != nil || observedChanges.contains(.presence)
    else { return }
    // Where nothing locks, the machine need not wait with sleeping.
    let delay = protectedData == nil ? 0 : Int(sleepDelay / .milliseconds(1))
    performInPause(letting: { _ in true }) { [weak self] in
      guard let self, loginWatch == nil else { return }
      do throws(SessionChannel.Problem) {
        loginWatch = try LoginWatch(variables: environment, delay: delay) { [weak self] in
          self?.hear($0)
        }
      } catch {
        hear(.remark(error.description))
      }
    }
  }

  private func hear(_ event: LoginWatch.Event) {
    switch event {
    case .lock:
      // A lock stores everything before it wipes the keys.
      if state == .background { needTime(Self.storingTime) }
      lockProtectedData()
      // One that starts anew is locked when it has ended, which the companion sees.
      if !isProtectedDataAvailable, termination == nil { loginWatch?.didLock() }
    case .presence(let hasLeft):
      if hasLeft, locksProtectedDataWhenAway { lockProtectedData() }
      if termination == nil { lookAround() }
    case .remark(let line):
      let loss =
        protectedData == nil
        ? "nobody knows whether the person is near"
        : "the app does not lock with the login's session or before sleep"
      remark("\(loss): \(line)")
    }
  }

  /// Locks if the session was locked, or the person left, while the app was stopped.
  ///
  /// - Returns: Whether the app leaves.
  func lookAtLogin() -> Bool {
    loginWatch?.listen()
    return termination != nil
  }
}
