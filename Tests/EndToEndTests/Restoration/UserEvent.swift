import Reprise
import RepriseTesting

/// A user action at the terminal.
enum UserEvent: CustomStringConvertible {
  case key(KeyPress)
  case mouse(MouseEvent)
  case paste(String)
  case resize(Size)
  case focus(Bool)

  var isResize: Bool {
    if case .resize = self { true } else { false }
  }

  /// Whether it may choose a picker's entry for the typed text.
  var mayChoose: Bool {
    guard case .key(let key) = self else { return false }
    return [.enter, .tab].contains(key.key)
  }

  /// Whether it opens a file where photos are shown; the result, an alert, appears a moment later.
  var mayOpen: Bool {
    guard case .key(let key) = self else { return false }
    return [.enter, .character("o")].contains(key.key)
  }

  /// Whether it shows photos.
  var showsPhotos: Bool {
    if case .key(let key) = self { key == .character("p") } else { false }
  }

  /// Whether it pastes more text than a name may have.
  var isLong: Bool {
    if case .paste(let text) = self { text.utf8.count > 1000 } else { false }
  }

  /// Whether it may open a question about deleting, by a key or in editing mode.
  var mayAsk: Bool {
    switch self {
    case .key(let key): key == .character("x")
    case .mouse(let event): event.kind == .press
    case .paste, .resize, .focus: false
    }
  }

  /// The bytes that the terminal sends; none for a resize, which is a signal.
  ///
  /// Escape is sent in its long form, since the short form with a key right after it is Alt.
  var bytes: String {
    switch self {
    case .key(KeyPress(.escape)): "\u{1B}[27u"
    case .key(let key): PTYProcess.sequence(for: key, applicationCursorKeys: true)
    case .mouse(let event): PTYProcess.sequence(for: event)
    case .paste(let text): PTYProcess.sequence(pasting: text)
    case .resize: ""
    case .focus(let hasFocus): hasFocus ? "\u{1B}[I" : "\u{1B}[O"
    }
  }

  /// The bytes that the terminal sends for keys pressed at once.
  static func bytes(of keys: some Sequence<KeyPress>) -> String {
    keys.map { UserEvent.key($0).bytes }.joined()
  }

  /// The same event for the app without a tty.
  var terminalEvent: TerminalEvent {
    switch self {
    case .key(let key): .key(key)
    case .mouse(let event): .mouse(event)
    case .paste(let text): .paste(Self.arriving(of: text))
    case .resize(let size): .resize(size)
    case .focus(let hasFocus): .focus(hasFocus)
    }
  }

  /// The text of a paste as it arrives, without control characters except line ends and tabs.
  private static func arriving(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar.value > 0x1F || scalar == "\n" || scalar == "\t" {
      scalars.append(scalar)
    }
    return String(scalars)
  }

  var description: String {
    switch self {
    case .key(let key): KeyScript.text(of: [key])
    case .mouse(let event):
      "{\(event.kind) at \(event.location.x),\(event.location.y)}"
    case .paste(let text):
      "{paste \(text.count) characters: \(text.prefix(20).debugDescription)}"
    case .resize(let size): "{\(size.width)x\(size.height)}"
    case .focus(let hasFocus): hasFocus ? "{focus}" : "{no focus}"
    }
  }

  // MARK: - Random events

  /// A random user action, weighted by its frequency.
  static func random(in size: Size, using numbers: inout SeededGenerator) -> UserEvent {
    switch Int.random(in: 0..<200, using: &numbers) {
    case 0..<8:
      return .mouse(MouseEvent(.press, at: point(in: size, &numbers)))
    case 8..<14:
      let notches = Bool.random(using: &numbers) ? 1 : -1
      return .mouse(MouseEvent(.wheel(notches), at: point(in: size, &numbers)))
    case 14..<18:
      return .paste(pastes.randomElement(using: &numbers) ?? "")
    case 18:
      return .paste(String(repeating: "100 KB of words, ", count: 6_100))
    case 19..<23:
      return .resize(sizes.randomElement(using: &numbers) ?? size)
    case 23..<28:
      return .focus(Bool.random(using: &numbers))
    case 28..<34:
      // Photos in any window, wide or narrow.
      return .key(.character("p"))
    default:
      return .key(keys.randomElement(using: &numbers) ?? KeyPress(.down))
    }
  }

  private static func point(in size: Size, _ numbers: inout SeededGenerator) -> Point {
    Point(
      x: Int.random(in: 0..<size.width, using: &numbers),
      y: Int.random(in: 0..<size.height, using: &numbers))
  }

  private static let pastes = [
    "one\ntwo\nthree\n", "a b\tc", "茶壶\nчайник", "קומקום", "\u{1F680} e\u{301}",
    "👩‍🚀🧑‍🚀 x", "\u{1FAE8}y हिन्दी",
    "\u{1B}[31mred\u{7}",
  ]

  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 41, height: 12), Size(width: 120, height: 40),
    Size(width: 60, height: 10), Size(width: 99, height: 24), Size(width: 100, height: 24),
    Size(width: 200, height: 60),
  ]

  /// Keys, weighted by how often users press them.
  ///
  /// Excludes `q`, which quits at a root screen, and keys whose screen differs in the twin: files and directories,
  /// graphics, notice times, the passphrase.
  private static let keys = KeyScript(
    "<Down><Down><Down><Up><Up>jjkGg<Home><End><PgDn><PgUp><Left><Right><Shift-Left>"
      + "<Enter><Enter><Enter><Esc><Esc><Esc>12223nnee//aterыжё茶壶ק 7-<Tab><Tab><Shift-Tab>"
      + "EExuu<^R>]]][??<^S><^S><Backspace><^W><^A><^E><Alt-b>D<^L><^C><F12>"
      + "ovonoVOdKC<F6><F6><Space>+-tc<lt>>"
  ).keys
}
