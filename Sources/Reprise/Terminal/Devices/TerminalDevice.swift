/// A screen and a keyboard: the kit's only access to a terminal.
///
/// Two devices exist: ``CursesTerminal`` for a real tty and ``HeadlessTerminal`` for tests and
/// pictures.
@MainActor public protocol TerminalDevice: AnyObject {
  /// The size of the window now.
  var size: Size { get }

  /// The colors and attributes that this terminal shows.
  var capabilities: TerminalCapabilities { get }

  /// Whether to query the terminal for graphics, and to show those of frames if supported.
  var wantsGraphics: Bool { get set }

  /// Whether the app may use the terminal now; a background job of its shell may not.
  var isForeground: Bool { get }

  /// Whether undelivered input waits.
  var hasWaitingInput: Bool { get }

  /// Starts to deliver events; ``resume()`` takes the terminal itself.
  ///
  /// Pending events are delivered together in one array: one turn, one frame.
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

  /// Has the terminal put a text on the clipboard, which it may refuse without a word (OSC 52).
  ///
  /// - Returns: Whether the terminal can be asked: not if the text takes more than
  ///   ``ClipboardRequest/maximumBytes``.
  func copy(_ text: String) -> Bool

  /// Opens the terminal for another program, between ``suspend()`` and ``resume()``.
  ///
  /// - Returns: A descriptor, which the caller closes and whose reads block; `nil` without a terminal.
  func openForProgram() -> Int32?

  /// Lets a process group use the terminal in place of this process; `nil` takes it back.
  ///
  /// If this process ends first, the guardian waits for the leader of the group before it restores the terminal.
  func giveForeground(to group: Int32?)

  /// Releases the terminal for good.
  func close()
}

extension TerminalDevice {
  /// Returns `nil`: a program runs without a terminal.
  public func openForProgram() -> Int32? { nil }

  /// Does nothing.
  public func giveForeground(to group: Int32?) {}

  /// Returns `false`.
  public var hasWaitingInput: Bool { false }

  /// Asks for nothing.
  public func request(_ size: Size) {}

  /// Returns `false`.
  public func copy(_ text: String) -> Bool { false }
}

/// The capabilities of a terminal.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The number of colors: 0 without color, else 8, 16 or 256.
  public var colors: Int

  /// The name of the terminal type, as in `TERM`.
  public var name: String

  /// Whether the machine has no description of the type, so that the built-in one of xterm-256color is used.
  public var isDescriptionBuiltIn = false

  /// The name that the terminal reported after the last return; `nil` before, or without an answer.
  public var reportedName: String?

  /// The appearance of roles on it.
  public var theme: Theme

  /// Whether the environment names the theme.
  public var isThemeChosen = false

  /// The pixels of a cell, where graphics are wanted and shown; `nil` elsewhere.
  public var cellPixels: Size?

  /// The form in which pixels are shown then.
  public var graphicForm = GraphicForm.pixels

  /// Makes capabilities.
  public init(colors: Int, name: String, theme: Theme? = nil) {
    self.colors = colors
    self.name = name
    self.theme = theme ?? Theme(.dark, colors: colors)
  }
}

/// Why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// `TERM` is missing, or names a type that cannot show a full screen, such as `dumb`.
  case unusableType(String)
  /// The machine has no description of the type in `TERM`.
  case unknownType(String)
  /// The app was started in the background without a shell that could bring it to the foreground.
  case inBackground

  /// One line for a person.
  public var description: String {
    switch self {
    case .notATerminal: "standard input and output are not a terminal"
    case .inBackground: "another program has the terminal; start this one in the foreground"
    case .unusableType(""): "TERM is not set"
    case .unknownType(let name):
      "this machine has no terminal description for \"\(CellText(name).string)\"; "
        + "try TERM=xterm-256color"
    case .unusableType(let name):
      "the terminal type \"\(CellText(name).string)\" cannot show a full screen"
    }
  }
}
