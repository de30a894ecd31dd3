import Reprise

/// Reports whether the person is near, and locks the app with the login's session (contract 8.3.4, 8.6).
package final class LoginEvents: SystemEventSource {
  package let change = SystemChange.presence

  /// The environment in which to look for the session.
  private let environment: [String: String]

  /// The watch on the session; `nil` until it starts.
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
    // An app without a lock need not delay the machine's sleep.
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
      // A restarting app is locked once its process has ended, which the companion notices.
      if !application.isProtectedDataAvailable, application.termination == nil { watch?.didLock() }
    case .presence(let hasLeft):
      if hasLeft, application.locksProtectedDataWhenAway { application.lockProtectedData() }
      if application.termination == nil { didChange() }
    case .remark(let line):
      let loss =
        application.protectedData == nil
        ? "cannot tell whether the person is near"
        : "the app does not lock with the login's session or before sleep"
      application.remark("\(loss): \(line)")
    }
  }
}

extension SystemChange {
  /// The person came back or left the desktop; see ``Application/isPersonNear``.
  public static let presence = SystemChange("presence")
}

extension Application {
  /// Whether the person is near: `false` once the desktop considers the session idle, for example after minutes
  /// without a key.
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
  /// - Parameter environment: The environment variables: `LoginWatch.companionVariable`, and `DBUS_SYSTEM_BUS_ADDRESS` for
  ///   a bus other than the system's.
  public func watchLogin(environment: [String: String]) {
    guard systemEvents.source(LoginEvents.self) == nil else { return }
    register(LoginEvents(environment: environment))
  }
}

/// Watches logind for a locked or idle session, and for the machine's sleep (contract 8.3.4, 8.3.9, 8.6).
///
/// The companion `reprise-logind` uses sd-bus, which this program is linked without. It delays the machine's sleep, for
/// a few seconds at most, until `didLock()` or the end of this process.
public final class LoginWatch {
  /// The name of the companion.
  public nonisolated static let companionName = "reprise-logind"

  /// The environment variable with its path, for nonstandard installations.
  public nonisolated static let companionVariable = "REPRISE_SESSION"

  /// The environment variable with the address of the bus, which is passed to the companion in the request.
  nonisolated static let busVariable = "DBUS_SYSTEM_BUS_ADDRESS"

  /// The events of a login.
  enum Event: Equatable {
    /// The session is locked, or the machine is about to sleep.
    case lock
    /// The person left, or came back.
    case presence(hasLeft: Bool)
    /// The reason why something cannot be watched, for the log.
    case remark(String)
  }

  /// How long the machine delays its sleep for an app that has something to lock, in milliseconds.
  nonisolated static let usualDelay = 3000

  /// Whether the person is near; `nil` if the session has not reported whether it is idle.
  private(set) var isPersonNear: Bool?

  /// The channel to the companion.
  let channel: LogindChannel
  private let action: (Event) -> Void

  /// Starts the companion, which connects to the bus, and returns without waiting.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - delay: How long the machine's sleep waits for ``didLock()``, in milliseconds; 0 for no delay, and then locks
  ///     and sleep are not reported.
  ///   - action: Called on the main thread.
  /// - Throws: `LogindChannel.Problem`, with the reason in one line.
  init(
    variables: [String: String], delay: Int = usualDelay, action: @escaping (Event) -> Void
  ) throws(LogindChannel.Problem) {
    self.action = action
    channel = try LogindChannel(variables: variables, asking: LogindFrame.watch, "\(delay) ")
    channel.onEvent = { [weak self] in self?.take($0) }
  }

  private func take(_ event: LogindChannel.Event) {
    switch event {
    case .frame(LogindFrame.lock, _), .frame(LogindFrame.sleep, _): action(.lock)
    case .frame(LogindFrame.watching, let line): if !line.isEmpty { action(.remark(line)) }
    case .frame(LogindFrame.idle, let text):
      note(isPersonNear: text == "1" ? false : text == "0" ? true : nil)
    case .frame: channel.endTalkingNonsense()
    case .end(let line):
      action(.remark(line))
      note(isPersonNear: nil)
    }
  }

  private func note(isPersonNear now: Bool?) {
    guard now != isPersonNear else { return }
    let hasLeft = isPersonNear == true && now == false
    isPersonNear = now
    action(.presence(hasLeft: hasLeft))
  }

  /// Readable when there are events; `nil` once the watch has ended.
  var descriptor: Int32? { channel.isOver ? nil : channel.descriptor }

  /// Handles the pending events, for example before an app that was stopped shows its screen again.
  func listen() { channel.listen() }

  /// Reports that the app is locked, so that the machine may sleep.
  func didLock() { channel.send(LogindFrame.done) }
}
