/// The bottom row of a window: a warning, a notice, progress, the rest of a key sequence, or hints.
final class StatusBar: View {
  private var warning: String? {
    didSet { if warning != oldValue { setNeedsDisplay() } }
  }
  private var notice: String? {
    didSet { if notice != oldValue { setNeedsDisplay() } }
  }
  private var progress: String? {
    didSet { if progress != oldValue { setNeedsDisplay() } }
  }
  private var isNoticeProblem = false {
    didSet { if isNoticeProblem != oldValue { setNeedsDisplay() } }
  }
  private var hints: [Hint] = [] {
    didSet {
      fitting = nil
      setNeedsDisplay()
    }
  }
  private static let trouble = Style.destructive.adding(.bold)

  /// A key and its title, measured once for many frames.
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

  /// Makes a bar that its window fills.
  init() {
    super.init()
    needsUpdateProperties = false
  }

  /// Takes over what to show; tracked, since hints follow what their actions depend on.
  override func updateProperties() {
    guard let window = superview as? Window else { return }
    warning = window.warning ?? window.stateWarning ?? window.refusal
    notice = window.notice
    progress = window.progress
    isNoticeProblem = window.isNoticeProblem
    guard window.pendingKeys.isEmpty else {
      known = nil
      let editing = window.frontController.map(window.editingKeyCommands) ?? []
      return show(
        Self.continuations(of: window.pendingKeys, in: window.availableKeyCommands + editing))
    }
    // The offered commands are collected at every key; the hints are rebuilt only if those have
    // changed.
    let offers = window.offers
    if let known, offers.isSummed(up: known) { return }
    known = offers.summary
    show(Self.withoutRepetition(offers.commands(onlyHinted: true)))
  }

  /// The offers of which the hints were made; `nil` if they were made of something else.
  private var known: AvailableCommands.Summary?

  /// Shows other commands; most keys change nothing here.
  private func show(_ commands: [KeyCommand]) {
    if !isShowing(commands) { hints = commands.map(Hint.init) }
  }

  private func isShowing(_ commands: [KeyCommand]) -> Bool {
    guard hints.count == commands.count else { return false }
    for (hint, command) in zip(hints, commands) where !hint.says(command) { return false }
    return true
  }

  /// The first of the commands of each title.
  private static func withoutRepetition(_ commands: [KeyCommand]) -> [KeyCommand] {
    var titles: Set<String> = []
    var first: [KeyCommand] = []
    for command in commands where titles.insert(command.title).inserted { first.append(command) }
    return first
  }

  private static func continuations(
    of keys: [KeyPress], in commands: [KeyCommand]
  ) -> [KeyCommand] {
    commands.filter { $0.input.count > keys.count && $0.input.starts(with: keys) }
  }

  override func draw(_ canvas: Canvas) {
    // A notice is restored with the state; a warning of this moment would be outdated then.
    if let warning, !canvas.isRedacting {
      draw(warning, Self.trouble, on: canvas)
    } else if let notice {
      draw(notice, isNoticeProblem ? Self.trouble : .title, on: canvas)
    } else if let progress, !canvas.isRedacting {
      draw(progress, .title, on: canvas)
    } else {
      drawHints(on: canvas)
    }
  }

  private func draw(_ text: String, _ style: Style, on canvas: Canvas) {
    canvas.draw(text, at: Point(x: 1, y: 0), width: canvas.bounds.width - 2, style: style)
  }

  private func drawHints(on canvas: Canvas) {
    var x = 1
    let room = canvas.bounds.width - 1
    if fitting?.width != room { fitting = (room, hints(fitting: room)) }
    for hint in fitting?.hints ?? [] {
      let (key, title) = (hint.keyText, hint.titleText)
      x += canvas.draw(key, at: Point(x: x, y: 0), style: .title) + 1
      x += canvas.draw(title, at: Point(x: x, y: 0), style: .secondary) + 2
    }
  }

  /// The hints that fitted in the last frame, and its width.
  private var fitting: (width: Int, hints: [Hint])?

  /// The hints that fit, in order: the essential ones, then as many others as there is room for.
  private func hints(fitting width: Int) -> [Hint] {
    var room = width
    var isShown = [Bool](repeating: false, count: hints.count)
    for isEssential in [true, false] {
      for (index, hint) in hints.enumerated() where hint.isEssential == isEssential {
        guard hint.width <= room else { break }
        room -= hint.width + 2
        isShown[index] = true
      }
    }
    return zip(hints, isShown).filter(\.1).map(\.0)
  }
}
