/// Signals that reach the app as events.
public enum SystemSignal: Hashable, Sendable {
  /// SIGTERM: exit and keep the state.
  case terminate
  /// SIGHUP: exit and keep the state.
  case hangup
  /// SIGINT from another process; `^C` is a key.
  case interrupt
  /// SIGQUIT: exit and discard the state.
  case quit
  /// SIGTSTP, as from `Ctrl-Z`: release the terminal and stop.
  case suspend
  /// SIGCONT: the process runs again.
  case resume

  /// The number that the system uses.
  public var number: Int32 {
    switch self {
    case .terminate: 15
    case .hangup: 1
    case .interrupt: 2
    case .quit: 3
    case .suspend: 20
    case .resume: 18
    }
  }
}
