/// Several lines of text to edit, with the keys of readline and of other editors.
///
/// All its lines are underlined while it has the focus. Long lines are wrapped. The last column is left to the caret and the scroll mark. Up on the first
/// line and Down on the last are not taken, so that a form can move to a neighbour.
open class TextView: View {
  /// Hears of changes.
  public weak var delegate: (any TextViewDelegate)?

  /// Text shown while the view is empty.
  ///
  /// It is grey, and stands in parentheses where the theme has no grey.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// The most graphemes that the view takes.
  public var maximumLength = 100_000

  /// Whether typing and pasting change the text; if not, it can still be scrolled and selected.
  public var isEditable = true {
    didSet { if isEditable != oldValue { setNeedsPreservation() } }
  }

  /// The fewest and the most rows that the view asks for, however long the text is.
  public var lineLimit = 1...Int.max {
    didSet { if lineLimit != oldValue { invalidateIntrinsicContentSize() } }
  }

  var buffer = TextBuffer()

  var bound = BoundValue<String>()

  /// The lines of the text; outdated if `hasNewText`.
  private(set) var lines = TextLines(width: 1)

  private var hasNewText = false

  /// The column to which vertical motions return on lines that are long enough.
  var goalColumn: Int?

  /// Whether the caret is at the end of a wrapped line, not at the start of the next one.
  var isAtBreak = false

  /// The first line on screen.
  private(set) var topLine = 0

  /// The start of the top line as the last motion left it; a smaller view may show another one.
  private var chosenTop = 0

  /// Whether the person scrolled away from the caret.
  private var isScrolledAway = false

  private var pendingState: TextViewState?

  /// The lines broken so far: tests count them, since a key may cost what the view shows, not what it
  /// holds.
  private(set) var linesBroken = 0

  open override var canBecomeFirstResponder: Bool { true }

  // MARK: - The text

  override func showBoundValue() { showBoundText() }

  /// The text.
  ///
  /// Setting another one ends undo and moves the caret to the start.
  public var text: String {
    get { buffer.text }
    set {
      guard newValue != text else { return }
      buffer = TextBuffer(newValue)
      buffer.move(to: 0)
      hasNewText = true
      goalColumn = nil
      isAtBreak = false
      chosenTop = 0
      invalidateIntrinsicContentSize()
      setNeedsPreservation()
      bound.store(buffer.text, of: self)
    }
  }

  /// The position of the caret in graphemes.
  public var caret: Int { buffer.caret }

  /// The range of the selection in graphemes, if there is one.
  ///
  /// Setting a range that does not fit the text selects nothing.
  public var selectedRange: Range<Int>? {
    get { buffer.selection }
    set {
      change {
        leaveLine()
        buffer.move(to: buffer.caret)
        if let newValue { buffer.restore(caret: newValue.upperBound, anchor: newValue.lowerBound) }
      }
    }
  }

  // MARK: - Editing

  open override func takes(_ press: KeyPress) -> Bool {
    if press.typed != nil { return isEditable }
    let keys = keys
    return keys[press].map(isPossible) ?? keys.isBeginning([press])
  }

  open override func pressBegan(_ press: KeyPress) -> Bool {
    if let typed = press.typed, isEditable {
      perform(.edit(.insert(String(typed))))
      return true
    }
    return perform(ifPossible: keys[press])
  }

  override func isBeginningOfEditing(_ keys: [KeyPress]) -> Bool {
    keys[0].typed == nil && self.keys.isBeginning(keys)
  }

  override func edit(with keys: [KeyPress]) -> Bool { perform(ifPossible: self.keys[keys]) }

  public override var editingActions: [Action] {
    keys.actions(where: { isEditable || !$0.changesText }) { [weak self] in self?.perform($0) }
  }

  open override func paste(_ text: String) -> Bool {
    guard isEditable else { return false }
    perform(.edit(.insert(text.onLines)))
    return true
  }

  /// Applies an action to text or caret.
  func perform(_ action: TextViewAction) {
    change {
      switch action {
      case .edit(let action):
        let excess = action.apply(to: &buffer, limit: maximumLength)
        if excess > 0 { host?.showLine(String(noticeThatTextIsFull: maximumLength)) }
        leaveLine()
      case .line(let motion, let selecting): move(motion, selecting: selecting)
      }
    }
  }

  /// Runs something that may change text or caret, then updates lines and scroll position, tells
  /// delegate and app, and marks the state dirty.
  private func change(_ body: () -> Void) {
    pendingState = nil
    breakLines()
    body()
    let edit = buffer.takeEdit()
    if let edit {
      let height = lines.count
      linesBroken += lines.update(for: edit, in: buffer.measures)
      if lines.count != height { invalidateIntrinsicContentSize() }
    }
    isScrolledAway = false
    choose(topLine)
    setNeedsLayout()
    setNeedsPreservation()
    if edit != nil {
      bound.store(buffer.text, of: self)
      delegate?.textViewDidChange(self)
    }
    if isFirstResponder { scrollIntoView(asChosen: true) }
  }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    switch event.kind {
    case .wheel(let notches): return scroll(by: notches * 3)
    case .release, .drag: return false
    case .press:
      becomeFirstResponder()
      change {
        goalColumn = nil
        moveCaret(
          toColumn: point.x, of: min(topLine + point.y, lines.count - 1),
          selecting: event.modifiers.contains(.shift))
      }
      return true
    }
  }

  // MARK: - Scrolling

  /// Scrolls without moving the caret; returns `false` at the end.
  private func scroll(by step: Int) -> Bool {
    breakLines()
    let target = min(max(0, topLine + step), lowestTop)
    guard target != topLine else { return false }
    isScrolledAway = true
    choose(target)
    setNeedsLayout()
    setNeedsPreservation()
    return true
  }

  /// The last line that can be on top without empty rows below the text.
  private var lowestTop: Int { max(0, lines.count - max(1, bounds.height)) }

  /// Scrolls ahead of the caret, which then moves as far and so stays in its row.
  func scrollWithCaret(by step: Int) {
    topLine = min(max(0, topLine + step), lowestTop)
  }

  /// Puts a line on top, as far as possible, and remembers it.
  private func choose(_ line: Int) {
    topLine = top(from: line)
    chosenTop = lines.starts[topLine]
  }

  /// The line nearest to a given one that can be on top.
  ///
  /// Keeps the caret visible unless the person scrolled away from it.
  private func top(from line: Int) -> Int {
    let top = min(max(0, line), lowestTop)
    return isScrolledAway ? top : min(max(top, caretLine - max(1, bounds.height) + 1), caretLine)
  }

  // MARK: - Layout

  /// As high as all lines, within the given size and ``lineLimit``.
  open override func sizeThatFits(_ size: Size) -> Size {
    let rows = max(lineLimit.lowerBound, lines(forWidth: size.width).count)
    return Size(width: size.width, height: min(rows, lineLimit.upperBound)).limited(to: size)
  }

  private func lines(forWidth width: Int) -> TextLines {
    let columns = max(1, width.subtracting(1))
    if !hasNewText, columns == lines.width { return lines }
    return TextLines(buffer.measures, width: columns)
  }

  /// Updates the lines for the present text and width.
  private func breakLines() {
    guard hasNewText || lines.width != max(1, bounds.width.subtracting(1)) else { return }
    lines = lines(forWidth: bounds.width)
    linesBroken += lines.count
    hasNewText = false
  }

  open override func layoutSubviews() {
    breakLines()
    applyPendingState()
    topLine = top(from: lines.line(of: chosenTop))
  }

  open override func draw(_ canvas: Canvas) {
    drawText(on: canvas)
  }

  open override var cursorPosition: Point? {
    let row = caretLine - topLine
    guard (0..<bounds.height).contains(row) else { return nil }
    return Point(x: min(caretColumn, max(0, bounds.width - 1)), y: row)
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(isEditable, forKey: "isEditable")
    let state = pendingState ?? currentState
    state.encode(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    if coder.containsValue(forKey: "isEditable") {
      isEditable = coder.decodeBool(forKey: "isEditable")
    }
    pendingState = TextViewState(coder: coder)
    setNeedsLayout()
  }

  private var currentState: TextViewState {
    TextViewState(
      editing: TextEditingState(buffer: buffer, firstVisible: chosenTop),
      goalColumn: goalColumn, isAtBreak: isAtBreak, isScrolledAway: isScrolledAway)
  }

  /// Applies a restored state, once there is a text.
  ///
  /// It holds only for the text that it was saved for. On another text only the selection is applied,
  /// if it fits (contract 2.C).
  private func applyPendingState() {
    guard let state = pendingState else { return }
    if text.isEmpty, !state.editing.isAbout("") { return }
    pendingState = nil
    setNeedsPreservation()
    guard state.editing.isAbout(text) else {
      return buffer.restore(caret: state.editing.caret, anchor: state.editing.anchor)
    }
    state.editing.apply(to: &buffer)
    goalColumn = state.goalColumn
    isAtBreak = state.isAtBreak
    isScrolledAway = state.isScrolledAway
    chosenTop = min(max(0, state.editing.firstVisible), buffer.characters.count)
  }
}
