import Reprise

/// Observes phone calls on this machine's modem (contract 8.8.8).
///
/// The companion `reprise-logind` asks ModemManager over the system bus. ``start(_:)`` starts it, and it ends with this
/// object; the kernel wakes the app when a call begins or ends.
public final class CallObserver {
  /// The state of calls.
  public enum State: Equatable, Sendable {
    /// There is no call.
    case quiet
    /// A call is incoming, outgoing, active or on hold.
    case calling
    /// The state is unknown, for this reason: there is no modem, no bus, or no companion.
    case unknown(String)
  }

  private let environment: [String: String]
  private var channel: LogindChannel?

  /// Makes an observer that does nothing yet.
  ///
  /// - Parameter environment: The environment variables: ``LoginWatch/companionVariable``, and `DBUS_SYSTEM_BUS_ADDRESS` for
  ///   a bus other than the system's.
  public init(environment: [String: String]) { self.environment = environment }

  /// Begins to observe.
  ///
  /// - Parameter action: Called on the main thread with the state, once soon and then with each change; never again
  ///   after ``State/unknown(_:)``.
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

  /// Handles the pending reports.
  func listen() { channel?.listen() }
}
