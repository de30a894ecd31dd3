/// Errors of a program in a pseudo-terminal.
nonisolated public enum PTYError: Error, CustomStringConvertible {
  /// The program could not be started; the system's error number.
  case cannotStart(String, errno: Int32)
  /// The expected event did not come; the value is what the terminal showed instead.
  case timeout(String)

  /// One line, followed by the picture after a timeout.
  public var description: String {
    switch self {
    case .cannotStart(let program, let errno): "cannot start \(program): error \(errno)"
    case .timeout(let text): "timed out; the terminal shows:\n\(text)"
    }
  }
}
