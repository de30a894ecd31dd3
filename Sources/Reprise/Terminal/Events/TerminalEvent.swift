/// An event that a terminal or the system reports to an app.
///
/// ```swift
/// switch event {
/// case .key(let press): KeyScript.text(of: [press])
/// case .paste(let text): "paste of \(text.count) characters"
/// case .resize(let size): "\(size.width) columns"
/// case .signal(let signal): signal == SystemSignal.terminate ? "the system ends" : nil
/// default: nil
/// }
/// ```
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted; control characters except newline and tab are removed.
  case paste(String)
  /// A paste exceeded the limit, in bytes, and was cut; follows its ``paste(_:)``.
  case pasteCut(limit: Int)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// The terminal window gained or lost the keyboard focus.
  case focus(Bool)
  /// The window has a new size.
  case resize(Size)
  /// The terminal answered what color its background has.
  case background(RGB)
  /// The terminal answered with its type after the user returned, and the type has changed.
  case type(ReportedType)
  /// The terminal answered which program it is (XTVERSION); the device keeps that to itself.
  case version
  /// The terminal answered that it shows graphics.
  case graphics
  /// The terminal reported its primary device attributes (DA1), as numbers.
  ///
  /// The device keeps it to itself.
  case attributes([Int])
  /// The terminal answered how many pixels a cell has; the device keeps that, too.
  case cellPixels(Size)
  /// The terminal reported something of its optional features; the device keeps that, too.
  case report(TerminalReport)
  /// A signal arrived.
  case signal(SystemSignal)
  /// The terminal is gone: end of file or an I/O error on it.
  case hangup

  /// Whether the event is the terminal's answer to a question.
  var isReply: Bool {
    switch self {
    case .background, .type, .version, .graphics, .attributes, .cellPixels, .report: true
    default: false
    }
  }

  /// Whether the event comes from the user, not the system.
  public var isInput: Bool {
    switch self {
    case .key, .paste, .pasteCut, .mouse: true
    case .focus, .resize, .background, .type, .version, .graphics, .attributes, .cellPixels,
      .report, .signal, .hangup:
      false
    }
  }
}

/// An action of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of action.
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The left button was released.
    case release
    /// The pointer moved to another cell while the left button was down.
    case drag
    /// The wheel turned by some notches; negative is up.
    case wheel(Int)
  }

  /// The kind of action.
  public var kind: Kind

  /// Where, in cells of the screen.
  public var location: Point

  /// The modifiers held.
  public var modifiers: KeyPress.Modifiers

  /// Makes a mouse event.
  public init(_ kind: Kind, at location: Point, modifiers: KeyPress.Modifiers = []) {
    self.kind = kind
    self.location = location
    self.modifiers = modifiers
  }
}

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

/// The type that a terminal reports.
public struct ReportedType: Hashable, Sendable {
  /// The name of its type, as terminfo has it.
  public var name: String?
  /// How many colors it has.
  public var colors: Int?
}
