/// Everything that a terminal and the system around it tell an app.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted, already without control characters except newline and tab.
  case paste(String)
  /// More was pasted than a paste may hold, so many bytes; comes behind the ``paste(_:)``.
  case pasteCut(limit: Int)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// The terminal window got or lost the keyboard focus.
  case focus(Bool)
  /// The window has another size.
  case resize(Size)
  /// The system asks for something.
  case signal(SystemSignal)
  /// The terminal is gone: end of file or an I/O error on it.
  case hangup

  /// Whether the person did something, other than the system.
  public var isInput: Bool {
    switch self {
    case .key, .paste, .pasteCut, .mouse: true
    case .focus, .resize, .signal, .hangup: false
    }
  }
}
