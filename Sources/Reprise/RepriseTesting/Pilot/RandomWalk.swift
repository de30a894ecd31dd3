import Reprise
import Testing

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

  /// The events that must follow the last one: the release of a pressed button.
  private var rest: [Event] = []

  /// An event at the terminal.
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

  /// Whether no event has to follow the last one.
  var isComplete: Bool { rest.isEmpty }

  /// The next event in a window.
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

  /// A point in the window, or just outside, since terminals report those, too.
  private mutating func place(in size: Size) -> Point {
    Point(
      x: Int.random(in: 0...max(0, size.width), using: &numbers),
      y: Int.random(in: 0...max(0, size.height), using: &numbers))
  }

  private static let pastes = [
    "", "one\ntwo\nthree\n", "a b\tc", "茶壶\nчайник", "קומקום", "👩‍🚀 e\u{301} हिन्दी",
    "\u{1B}[31mred\u{7}\u{9B}2J", String(repeating: "many words, ", count: 200),
  ]

  /// Typical terminal sizes, and some that are too small to show anything.
  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 80, height: 24), Size(width: 120, height: 40),
    Size(width: 60, height: 12), Size(width: 40, height: 10), Size(width: 39, height: 9),
    Size(width: 99, height: 24), Size(width: 100, height: 24), Size(width: 200, height: 60),
    Size(width: 1, height: 1), Size.zero,
  ]

  /// Keys about as frequent as in real use, and some unexpected ones.
  private static let keys = KeyScript(
    "<Down><Down><Down><Up><Up>jjkhlGgg<Home><End><PgDn><PgUp><Left><Right><Shift-Left>"
      + "<Shift-Right><Enter><Enter><Enter><Esc><Esc><Esc>12239nneedxxqyN//aterыжё茶壶ק 7-  "
      + "<Tab><Tab><Tab><Shift-Tab>EExuu<^R>]]][[??<^S><^S><Backspace><Del><^W><^A><^E><^K><^Y>"
      + "<^U><^_><Alt-b>D<^L><^C><^Z><F1><F12>ovonoVOKMHCppdm+-tvcw<lt>><Space><F2><F6>"
  ).keys
}

extension Pilot {
  /// Walks at random through the app, kills it now and then, and expects to see the same picture again.
  ///
  /// An app that exits is started again. Nothing is compared while the inspector is open, or an alert that `ask(_:)` did
  /// not present.
  ///
  /// - Parameters:
  ///   - count: The number of events.
  ///   - seed: The seed; the same seed makes the same walk.
  ///   - period: The number of events between two kills.
  ///   - isTransient: Returns `true` for further screens that are not meant to be restored.
  ///   - sourceLocation: The line at which a difference is reported.
  public func walk(
    _ count: Int = 10_000, seed: UInt64, killingEvery period: Int = 100,
    unless isTransient: (Application) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var walk = RandomWalk(seed: seed)
    var events: [RandomWalk.Event] = []
    var isDue = false
    for position in 1...max(1, count) {
      let event = walk.next(in: terminal.size)
      events.append(event)
      try perform(event)
      if position % period == 0 || position == count { isDue = true }
      if application.termination != nil {
        try restartAndRestore()
        events = []
        continue
      }
      guard isDue, walk.isComplete, !(showsWhatPasses || isTransient(application)) else { continue }
      isDue = false
      let before = frame
      try restartAndRestore()
      guard frame == before else {
        let last = events.suffix(period + 20).map(\.description).joined()
        Issue.record(
          """
          seed \(seed), event \(position): the restored screen differs
          \(frame.rows(unlike: before))
          after \(last)
          """, sourceLocation: sourceLocation)
        return
      }
    }
  }

  private func perform(_ event: RandomWalk.Event) throws {
    switch event {
    case .key(let key): try send(.key(key))
    case .mouse(let event): try send(.mouse(event))
    case .paste(let text): try send(.paste(text))
    case .resize(let size): try resize(to: size)
    case .focus(let hasFocus): try send(.focus(hasFocus))
    }
  }

  private var showsWhatPasses: Bool {
    var controller = application.window.rootViewController
    while let current = controller {
      if let alert = current as? AlertController, alert.question == nil { return true }
      if current is InspectorViewController { return true }
      controller = current.presentedViewController
    }
    return false
  }
}

/// A seeded random number generator, so that a failure can be reproduced.
///
/// ```swift
/// var numbers = SeededGenerator(seed: walk.seed)
/// #expect(Int.random(in: 0..<10, using: &numbers) < 10)
/// ```
nonisolated public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
