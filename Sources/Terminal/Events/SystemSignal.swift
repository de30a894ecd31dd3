/// Signals that reach the app as events.
public enum SystemSignal: Hashable, Sendable {
  /// SIGTERM: leave, everything kept.
  case terminate
  /// SIGHUP: leave, everything kept.
  case hangup
  /// SIGINT from outside; `^C` is a key.
  case interrupt
  /// SIGQUIT: leave, state discarded.
  case quit
  /// SIGTSTP, as from `Ctrl-Z`: give the terminal back and stop.
  case suspend
  /// SIGCONT: running again.
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
