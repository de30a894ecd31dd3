/// A line of keys and what they do, as many as fit; a click on one presses its keys.
///
/// The bottom row of a window is one. Essential commands come before others if there isn't room for all, in the
/// order of the list otherwise.
///
/// ```swift
/// let hints = KeyHints()
/// hints.show(window.availableKeyCommands.filter(\.isHinted))
/// ```
public final class KeyHints: View {
  /// A key and its title, measured once for many frames; without the closure, which may retain a screen.
  private struct Hint {
    let input: [KeyPress]
    let title: String
    let keyText: CellText
    let titleText: CellText
    let isEssential: Bool

    /// The columns of the hint.
    var width: Int { keyText.width + 1 + titleText.width }

    init(_ command: KeyCommand) {
      input = command.input
      title = command.title
      keyText = CellText(command.label)
      titleText = CellText(command.title)
      isEssential = command.isEssential
    }

    func says(_ command: KeyCommand) -> Bool { input == command.input && title == command.title }
  }

  private var hints: [Hint] = [] {
    didSet {
      fitting = nil
      setNeedsDisplay()
    }
  }

  /// The keys of an unfinished sequence, shown before the hints.
  var pendingKeys: [KeyPress] = [] {
    didSet {
      guard pendingKeys != oldValue else { return }
      fitting = nil
      setNeedsDisplay()
    }
  }

  /// Where another line is shown in place of the hints.
  enum Cover {
    /// Nowhere.
    case nowhere
    /// On the screen, but not in a picture that is kept.
    case onScreen
    /// Everywhere.
    case everywhere
  }

  /// Where another line is shown in place of the hints.
  var cover = Cover.nowhere {
    didSet { if cover != oldValue { setNeedsDisplay() } }
  }

  /// The hints that fitted in the last frame, with their first columns, and its width.
  private var fitting: (width: Int, hints: [(hint: Hint, x: Int)])?

  /// Columns between two hints.
  private static let gap = 2

  /// Makes a line without hints.
  public init() { super.init() }

  /// Shows other commands: of those with the same title, the first.
  public func show(_ commands: [KeyCommand]) {
    var titles: Set<String> = []
    var first: [KeyCommand] = []
    for command in commands where titles.insert(command.title).inserted { first.append(command) }
    if !isShowing(first) { hints = first.map(Hint.init) }
  }

  private func isShowing(_ commands: [KeyCommand]) -> Bool {
    guard hints.count == commands.count else { return false }
    for (hint, command) in zip(hints, commands) where !hint.says(command) { return false }
    return true
  }

  /// As wide as all hints, in one row.
  public override func sizeThatFits(_ size: Size) -> Size {
    let width = hints.reduce(0) { $0.adding($1.width).adding(Self.gap) }.subtracting(Self.gap)
    return Size(width: max(0, width), height: 1).limited(to: size)
  }

  /// The keys of the unfinished sequence as text; empty without one.
  private var pendingText: String {
    pendingKeys.isEmpty ? "" : KeyPress.label(of: pendingKeys) + " … "
  }

  public override func draw(_ canvas: Canvas) {
    guard cover == .nowhere || (cover == .onScreen && canvas.isRedacting) else { return }
    canvas.draw(pendingText, at: .zero, style: .title)
    for (hint, x) in hints(fitting: canvas.bounds.width) {
      let end = x + canvas.draw(hint.keyText, at: Point(x: x, y: 0), style: .accent) + 1
      canvas.draw(hint.titleText, at: Point(x: end, y: 0), style: .secondary)
    }
  }

  public override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard cover == .nowhere, event.kind == .press, let window else { return false }
    let hit = hints(fitting: bounds.width).first { hint, x in
      point.y == 0 && (x..<x + hint.width).contains(point.x)
    }
    guard let hit else { return false }
    for press in hit.hint.input { window.send(press) }
    return true
  }

  /// The hints that fit, in order: the essential ones, then as many others as there is room for.
  private func hints(fitting width: Int) -> [(hint: Hint, x: Int)] {
    if let fitting, fitting.width == width { return fitting.hints }
    let start = CellText.width(of: pendingText)
    var room = width - start
    var isShown = [Bool](repeating: false, count: hints.count)
    for isEssential in [true, false] {
      for (index, hint) in hints.enumerated() where hint.isEssential == isEssential {
        guard hint.width <= room else { break }
        room -= hint.width + Self.gap
        isShown[index] = true
      }
    }
    var x = start
    var placed: [(hint: Hint, x: Int)] = []
    for (index, hint) in hints.enumerated() where isShown[index] {
      placed.append((hint, x))
      x += hint.width + Self.gap
    }
    fitting = (width, placed)
    return placed
  }
}
