import Reprise

/// Says whether somebody is on the phone with this machine (contract 8.8.8).
///
/// The companion `reprise-logind` asks ModemManager, over the system's bus. It is started by ``start(_:)`` and ends with
/// this object; the kernel wakes the app when a call begins or ends.
public final class CallObserver {
  /// What is known of calls.
  public enum State: Equatable, Sendable {
    /// Nobody calls.
    case quiet
    /// A call comes in, goes out, is under way or is held.
    case calling
    /// Why nothing is known: there is no modem, no bus, or no companion.
    case unknown(String)
  }

  private let environment: [String: String]
  private var channel: LogindChannel?

  /// Makes an observer that does nothing yet.
  ///
  /// - Parameter environment: The environment variables: ``LoginWatch/companionVariable``, and `DBUS_SYSTEM_BUS_ADDRESS` for
  ///   another bus than the system's.
  public init(environment: [String: String]) { self.environment = environment }

  /// Begins to observe.
  ///
  /// - Parameter action: Called on the main thread with what is known, once soon and then with each change. Nothing follows
  ///   ``State/unknown(_:)``.
  public func start(_ action: @escaping (State) -> Void) {
    do throws(LogindChannel.Problem) {
      let channel = try LogindChannel(variables: environment, asking: LogindFrame.calls)
      channel.onEvent = { [weak channel] event in
        switch event {
        case .frame(LogindFrame.calling, let text): action(text == "1" ? .calling : .quiet)
        case .frame: channel?.endTalkingNonsense()
        case .end(let line): action(.unknown(line))
        }
      }
      self.channel = channel
    } catch {
      action(.unknown(error.description))
    }
  }

  /// Hears what was said already.
  func listen() { channel?.listen() }
}
