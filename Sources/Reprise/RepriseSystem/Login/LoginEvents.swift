import Reprise

/// Tells whether the person is near, and locks with the login's session (contract 8.3.4, 8.6).
package final class LoginEvents: SystemEventSource {
  package let change = SystemChange.presence

  /// The environment in which to look for the session.
  private let environment: [String: String]

  /// Hears of the session, once it is looked for.
  package private(set) var watch: LoginWatch?

  private weak var application: Application?
  private var didChange: () -> Void = {}

  /// Whether the person was near at the last look.
  private var wasPersonNear: Bool?

  init(environment: [String: String]) {
    self.environment = environment
  }

  package func isNeeded(in application: Application) -> Bool { application.protectedData != nil }

  package func begin(in application: Application, didChange: @escaping () -> Void) {
    (self.application, self.didChange) = (application, didChange)
    guard watch == nil else { return }
    // Where nothing locks, the machine need not wait with sleeping.
    let delay =
      application.protectedData == nil ? 0 : Int(application.dataLock.sleepDelay / .milliseconds(1))
    application.performInPause(letting: { _ in true }) { [weak self] in
      guard let self, watch == nil else { return }
      do throws(LogindChannel.Problem) {
        watch = try LoginWatch(variables: environment, delay: delay) { [weak self] in
          self?.hear($0)
        }
      } catch {
        hear(.remark(error.description))
      }
    }
  }

  /// Keeps listening: finding the session again would take longer.
  package func end() {}

  package func takeNews() -> SystemNews? {
    let isNear = watch?.isPersonNear
    defer { wasPersonNear = isNear }
    return isNear == wasPersonNear ? nil : SystemNews(change)
  }

  package var wakeDescriptor: Int32? { watch?.descriptor }

  package func listen() { watch?.listen() }

  private func hear(_ event: LoginWatch.Event) {
    guard let application else { return }
    switch event {
    case .lock:
      // A lock stores everything before it wipes the keys.
      if application.state == .background { application.needTime(.seconds(60)) }
      application.lockProtectedData()
      // An app that restarts is locked when its process has ended, which the companion sees.
      if !application.isProtectedDataAvailable, application.termination == nil { watch?.didLock() }
    case .presence(let hasLeft):
      if hasLeft, application.locksProtectedDataWhenAway { application.lockProtectedData() }
      if application.termination == nil { didChange() }
    case .remark(let line):
      let loss =
        application.protectedData == nil
        ? "nobody knows whether the person is near"
        : "the app does not lock with the login's session or before sleep"
      application.remark("\(loss): \(line)")
    }
  }
}

extension SystemChange {
  /// The person came, or has left the desktop; see ``Application/isPersonNear``.
  public static let presence = SystemChange("presence")
}

extension Application {
  /// Whether the person is near: `false` once the desktop took the session for idle, as when no key came for minutes.
  ///
  /// Known from logind, if ``SystemChange/presence`` is observed or data is protected;
  /// `nil` if unknown, as without systemd or before the first pause.
  public var isPersonNear: Bool? { systemEvents.source(LoginEvents.self)?.watch?.isPersonNear }

  /// Watches the login's session from the next pause on: the app locks with
  /// the session and before the machine sleeps, and knows whether the person is near.
  ///
  /// The companion starts only if data is protected or ``SystemChange/presence`` is observed.
  /// Without logind the log contains a line, and everything else works.
  ///
  /// - Parameter environment: The environment variables: ``LoginWatch/companionVariable``, and `DBUS_SYSTEM_BUS_ADDRESS` for
  ///   another bus than the system's.
  public func watchLogin(environment: [String: String]) {
    guard systemEvents.source(LoginEvents.self) == nil else { return }
    register(LoginEvents(environment: environment))
  }
}
