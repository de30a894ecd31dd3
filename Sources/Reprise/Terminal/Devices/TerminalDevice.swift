/// A screen and a keyboard: the kit's only access to a terminal.
///
/// Two devices exist: ``CursesTerminal`` for a real tty and ``HeadlessTerminal`` for tests and
/// pictures.
@MainActor public protocol TerminalDevice: AnyObject {
  /// The size of the window now.
  var size: Size { get }

  /// The colours and attributes that this terminal shows.
  var capabilities: TerminalCapabilities { get }

  /// Whether the terminal is asked for graphics, and shows those of frames if it has them.
  var wantsGraphics: Bool { get set }

  /// Whether the app may use the terminal now; a background job of its shell may not.
  var isForeground: Bool { get }

  /// Whether undelivered input waits.
  var hasWaitingInput: Bool { get }

  /// Starts to deliver events; ``resume()`` takes the terminal itself.
  ///
  /// Events that wait together come in one array: one turn, one frame.
  ///
  /// - Throws: ``TerminalError`` when there is no usable terminal.
  func open(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError)

  /// Shows a frame.
  func present(_ frame: Frame)

  /// Restores and releases the terminal; ``resume()`` takes it again.
  func suspend()

  /// Takes the terminal, at first and after ``suspend()``, and forgets what it showed.
  ///
  /// Also after a stop of the process without ``suspend()``.
  func resume()

  /// Forgets what the terminal shows, so that the next frame draws everything; keeps the terminal.
  func redraw()

  /// Asks the terminal for a size of its window, which it may refuse without a word.
  func request(_ size: Size)

  /// Releases the terminal for good.
  func close()
}

extension TerminalDevice {
  /// Returns `false`.
  public var hasWaitingInput: Bool { false }

  /// Asks for nothing.
  public func request(_ size: Size) {}
}
