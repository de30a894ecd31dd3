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

/// Hears of logind that the login's session is locked or idle, or that the machine goes to sleep (contract 8.3.4, 8.3.9,
/// 8.6).
///
/// The companion `reprise-logind` asks sd-bus, which this program is linked without. It holds up the sleep of the
/// machine, for a few seconds at most, until ``didLock()``, or until this process ends.
public final class LoginWatch {
  /// The name of the companion.
  public nonisolated static let companionName = "reprise-logind"

  /// The variable that says where it lies, for installations of another shape.
  public nonisolated static let companionVariable = "REPRISE_SESSION"

  /// The variable that says where the bus is; the companion has no environment of its own.
  nonisolated static let busVariable = "DBUS_SYSTEM_BUS_ADDRESS"

  /// The events of a login.
  enum Event: Equatable {
    /// The session is locked, or the machine is about to sleep.
    case lock
    /// The person left, or came back.
    case presence(hasLeft: Bool)
    /// Why something is not heard, for the log.
    case remark(String)
  }

  /// How long the machine waits with sleeping for an app that has something to lock, in milliseconds.
  nonisolated static let usualDelay = 3000

  /// Whether the person is near, as far as the session says whether it is idle.
  private(set) var isPersonNear: Bool?

  /// The companion's end of it.
  let channel: LogindChannel
  private let action: (Event) -> Void

  /// Starts the companion, which looks for the bus; nothing waits for it.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - delay: How long the machine waits with sleeping for ``didLock()``, in milliseconds; 0: it does not wait,
  ///     and of locks and sleep nothing is heard.
  ///   - action: Called on the main thread.
  /// - Throws: `LogindChannel.Problem`, with a line that says why nothing is heard.
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

  /// Readable when there is something to hear; `nil` once nothing is heard any more.
  var descriptor: Int32? { channel.isOver ? nil : channel.descriptor }

  /// Hears what was said already, as before the app is seen again after it was stopped.
  func listen() { channel.listen() }

  /// Says that it is locked, so that the machine may sleep.
  func didLock() { channel.send(LogindFrame.done) }
}
