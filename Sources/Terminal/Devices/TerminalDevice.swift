/// A screen and a keyboard: the one door between the kit and a terminal.
///
/// Two devices exist: ``CursesTerminal`` for a real tty and ``HeadlessTerminal`` for tests and
/// pictures.
@MainActor public protocol TerminalDevice: AnyObject {
  /// The size of the window now.
  var size: Size { get }

  /// Colours and attributes that this terminal shows.
  var capabilities: TerminalCapabilities { get }

  /// Whether the app may use the terminal now; a job in the background of its shell may not.
  var isForeground: Bool { get }

  /// Whether something was typed that was not delivered yet.
  var hasWaitingInput: Bool { get }

  /// Begins to deliver events; the terminal itself is taken by ``resume()``.
  ///
  /// Events that are waiting together come in one array: one turn, one frame.
  ///
  /// - Throws: ``TerminalError`` when there is no usable terminal.
  func open(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError)

  /// Shows a frame.
  func present(_ frame: Frame)

  /// Gives the terminal back as it was, to be taken again by ``resume()``.
  func suspend()

  /// Takes the terminal, at first and after ``suspend()``, and forgets what it showed.
  ///
  /// Also after the process was stopped without having given the terminal back.
  func resume()

  /// Forgets what is shown, so that the next frame draws everything; the terminal stays taken.
  func redraw()

  /// Gives the terminal back for good.
  func close()
}

extension TerminalDevice {
  /// Nothing is known to wait.
  public var hasWaitingInput: Bool { false }
}
