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
  private let hints = KeyHints()

  private static let trouble = Style.destructive.adding(.bold)

  /// Makes a bar that its window fills.
  init() {
    super.init()
    addSubview(hints)
    needsUpdateProperties = false
  }

  /// Takes over what to show; tracked, since hints follow what their actions depend on.
  override func updateProperties() {
    guard let window = superview as? Window else { return }
    warning = window.warning ?? window.stateWarning ?? window.refusal
    notice = window.notice
    progress = window.progress
    isNoticeProblem = window.isNoticeProblem
    hints.pendingKeys = window.pendingKeys
    // A notice is restored with the state; a warning of this moment would be outdated then.
    hints.cover = notice != nil ? .everywhere : text != nil ? .onScreen : .nowhere
    showHints(of: window)
  }

  private func showHints(of window: Window) {
    guard window.pendingKeys.isEmpty else {
      known = nil
      // The popup above shows the continuations.
      return hints.show([KeyCommand(KeyPress(.escape), title: "Cancel") {}])
    }
    // The offered commands are collected at every key; the hints are rebuilt only if those have
    // changed.
    let offers = window.offers
    if let known, offers.isSummed(up: known) { return }
    known = offers.summary
    hints.show(offers.commands(onlyHinted: true))
  }

  /// The offers of which the hints were made; `nil` if they were made of something else.
  private var known: AvailableCommands.Summary?

  override func layoutSubviews() {
    hints.frame = Rect(x: 1, y: 0, width: max(0, bounds.width - 1), height: bounds.height)
  }

  /// The line in place of hints, and its style.
  private var text: (String, Style)? {
    if let warning { return (warning, Self.trouble) }
    if let notice { return (notice, isNoticeProblem ? Self.trouble : .title) }
    return progress.map { ($0, .title) }
  }

  override func draw(_ canvas: Canvas) {
    guard let (text, style) = text(on: canvas) else { return }
    canvas.draw(text, at: Point(x: 1, y: 0), width: canvas.bounds.width - 2, style: style)
  }

  /// The line to draw: in a picture that is kept only the notice.
  private func text(on canvas: Canvas) -> (String, Style)? {
    guard canvas.isRedacting else { return text }
    return notice.map { ($0, isNoticeProblem ? Self.trouble : .title) }
  }
}
