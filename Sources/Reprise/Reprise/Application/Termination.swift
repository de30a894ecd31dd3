import Terminal

/// How an app leaves.
public enum Termination: Hashable, Sendable {
  /// The person quit; everything is kept.
  case quit
  /// A signal or the loss of the terminal ended the app; everything is kept.
  case signal(SystemSignal)
  /// The person forced the app to quit; the state is discarded, data is not (contract 7.5).
  case forceQuit
  /// Protected data is locked: everything is kept, and the app starts anew to ask for the passphrase.
  case lock

  /// The status that the shell sees.
  public var exitStatus: Int32 {
    switch self {
    case .quit, .lock: 0
    case .signal(let signal): 128 + signal.number
    case .forceQuit: 128 + SystemSignal.quit.number
    }
  }
}
