import Reprise

/// Random input, generated from a seed: keys, clicks, wheel turns, pastes, and changes of size and of
/// windows.
///
/// ```swift
/// try Pilot(app: NotesApp.self, audits: false).walk(10_000, seed: 7)
/// ```
public struct RandomWalk {
  /// The seed, which reproduces the walk.
  public let seed: UInt64

  private var numbers: SeededGenerator

  /// What has to follow the last event: a button that was pressed is released.
  private var rest: [Event] = []

  /// Something that happens at the terminal.
  enum Event: CustomStringConvertible {
    case key(KeyPress)
    case mouse(MouseEvent)
    case paste(String)
    case resize(Size)
    case focus(Bool)

    var description: String {
      switch self {
      case .key(let key): KeyScript.text(of: [key])
      case .mouse(let event): "{\(event.kind) at \(event.location.x),\(event.location.y)}"
      case .paste(let text): "{paste \(text.debugDescription)}"
      case .resize(let size): "{\(size.width)×\(size.height)}"
      case .focus(let hasFocus): hasFocus ? "{focus}" : "{no focus}"
      }
    }
  }

  /// Makes a walk from a seed.
  public init(seed: UInt64) {
    self.seed = seed
    numbers = SeededGenerator(seed: seed)
  }

  /// Whether the last event is complete by itself.
  var isComplete: Bool { rest.isEmpty }

  /// What happens next in a window.
  mutating func next(in size: Size) -> Event {
    if let event = rest.popLast() { return event }
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0..<12:
      let place = place(in: size)
      let end = Bool.random(using: &numbers) ? place : self.place(in: size)
      rest = [.mouse(MouseEvent(.release, at: end))]
      if end != place { rest.append(.mouse(MouseEvent(.drag, at: end))) }
      return .mouse(MouseEvent(.press, at: place))
    case 12..<16:
      let notches = Bool.random(using: &numbers) ? 1 : -1
      return .mouse(MouseEvent(.wheel(notches), at: place(in: size)))
    case 16..<18:
      return .paste(Self.pastes.randomElement(using: &numbers) ?? "")
    case 18..<20:
      return .resize(Self.sizes.randomElement(using: &numbers) ?? size)
    case 20..<22:
      return .focus(Bool.random(using: &numbers))
    default:
      return .key(Self.keys.randomElement(using: &numbers) ?? KeyPress(.down))
    }
  }

  /// A place in the window, or just beside it: terminals report those, too.
  private mutating func place(in size: Size) -> Point {
    Point(
      x: Int.random(in: 0...max(0, size.width), using: &numbers),
      y: Int.random(in: 0...max(0, size.height), using: &numbers))
  }

  private static let pastes = [
    "", "one\ntwo\nthree\n", "a b\tc", "茶壶\nчайник", "קומקום", "👩‍🚀 e\u{301} हिन्दी",
    "\u{1B}[31mred\u{7}\u{9B}2J", String(repeating: "many words, ", count: 200),
  ]

  /// Sizes as terminals have them, and some in which nothing can be shown.
  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 80, height: 24), Size(width: 120, height: 40),
    Size(width: 60, height: 12), Size(width: 40, height: 10), Size(width: 39, height: 9),
    Size(width: 99, height: 24), Size(width: 100, height: 24), Size(width: 200, height: 60),
    Size(width: 1, height: 1), Size.zero,
  ]

  /// Keys about as often as a person presses them, and some that nobody expects.
  private static let keys = KeyScript(
    "<Down><Down><Down><Up><Up>jjkhlGgg<Home><End><PgDn><PgUp><Left><Right><Shift-Left>"
      + "<Shift-Right><Enter><Enter><Enter><Esc><Esc><Esc>12239nneedxxqyN//aterыжё茶壶ק 7-  "
      + "<Tab><Tab><Tab><Shift-Tab>EExuu<^R>]]][[??<^S><^S><Backspace><Del><^W><^A><^E><^K><^Y>"
      + "<^U><^_><Alt-b>D<^L><^C><^Z><F1><F12>ovonoVOKMHCppdm+-tvcw<lt>><Space><F2><F6>"
  ).keys
}
