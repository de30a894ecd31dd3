import Reprise

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

  /// What is heard.
  enum Event: Equatable {
    /// The session is locked, or the machine is about to sleep.
    case lock
    /// It is known anew whether the person is near; or they left, who were near before.
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
