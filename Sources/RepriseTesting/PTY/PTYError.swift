/// What can go wrong with a program in a pseudo-terminal.
nonisolated public enum PTYError: Error, CustomStringConvertible {
  /// The program could not be started; the system's error number.
  case cannotStart(String, errno: Int32)
  /// What was waited for did not come; what the terminal showed instead.
  case timeout(String)

  /// One line, and the picture after a timeout.
  public var description: String {
    switch self {
    case .cannotStart(let program, let errno): "cannot start \(program): error \(errno)"
    case .timeout(let text): "timed out; the terminal shows:\n\(text)"
    }
  }
}
