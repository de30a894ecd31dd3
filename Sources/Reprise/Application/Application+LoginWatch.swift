/// Locking with the login's session (contract 8.3.4).
extension Application {
  /// Has the app lock with the login's session and before the machine sleeps, from the next pause on.
  ///
  /// Nothing is started where nothing is protected. Where there is no logind the log says so, and everything else works.
  ///
  /// - Parameter environment: The environment variables: ``LoginWatch/companionVariable``, and `DBUS_SYSTEM_BUS_ADDRESS` for
  ///   another bus than the system's.
  public func watchLogin(environment: [String: String]) {
    guard protectedData != nil else { return }
    performInPause(letting: { _ in true }) { [weak self] in
      guard let self, loginWatch == nil else { return }
      do throws(SessionChannel.Problem) {
        loginWatch = try LoginWatch(variables: environment) { [weak self] in self?.hear($0) }
      } catch {
        hear(.remark(error.description))
      }
    }
  }

  private func hear(_ event: LoginWatch.Event) {
    switch event {
    case .lock:
      lockProtectedData()
      // One that starts anew is locked when it has ended, which the companion sees.
      if !isProtectedDataAvailable, termination == nil { loginWatch?.didLock() }
    case .remark(let line):
      remark("the app does not lock with the login's session or before sleep: \(line)")
    }
  }

  /// Locks if the session was locked while the app was stopped.
  ///
  /// - Returns: Whether the app leaves.
  func lookAtLogin() -> Bool {
    loginWatch?.listen()
    return termination != nil
  }
}
