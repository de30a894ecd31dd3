/// Several lines of text to edit, with the keys of readline and of other editors.
///
/// All its lines are underlined while it has the focus. Long lines are wrapped. The last column is left to the caret and
/// the scroll mark. Up on the first line and Down on the last are not taken, so that a form can move to a neighbor.
open class TextView: View {
  /// Hears of changes.
  public weak var delegate: (any TextViewDelegate)?

  /// Text shown while the view is empty.
  ///
  /// It is gray, or in parentheses if the theme has no gray.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// The most graphemes that the view takes.
  public var maximumLength = 100_000

  /// Whether typing and pasting change the text; if not, it can still be scrolled and selected.
  public var isEditable = true {
    didSet { if isEditable != oldValue { setNeedsPreservation() } }
  }

  /// The extension of the file in which the text is edited with the person's own editor, such as `md`.
  public var externalFileExtension = "txt"

  /// The file in which an editor has the text; saved, so that it comes back after a kill.
  var externalEdit: String? {
    didSet { if externalEdit != oldValue { setNeedsPreservation() } }
  }

  /// Whether ``externalEdit`` is of an earlier launch.
  private var isExternalEditRestored = false

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
  private var goalColumn: Int?

  /// Whether the caret is at the end of a wrapped line, not at the start of the next one.
  private var isAtBreak = false

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
      guard newValue != text || !attributes.isEmpty else { return }
      attributes = []
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

  /// The text with its roles and links, which editing ends; setting it sets ``text``.
  ///
  /// In a view that is not ``isEditable``, Enter opens the link at the caret, and a click the one under it: see
  /// ``TextViewDelegate/textView(_:open:)``.
  public var attributedText: AttributedText {
    get { AttributedText(attributes.isEmpty ? [AttributedText.Run(text)] : attributes.map(\.run)) }
    set {
      guard newValue != attributedText else { return }
      text = newValue.string
      attributes = newValue.positions
      setNeedsDisplay()
    }
  }

  /// The parts of an attributed text, each with the position of its first grapheme; empty for a plain text.
  private(set) var attributes: [(start: Int, run: AttributedText.Run)] = []

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
    if press == KeyPress(.enter), link(at: caret) != nil { return true }
    let keys = keys
    return keys[press].map(isPossible) ?? keys.isBeginning([press])
  }

  open override func pressBegan(_ press: KeyPress) -> Bool {
    if let typed = press.typed, isEditable {
      perform(.edit(.insert(String(typed))))
      return true
    }
    if press == KeyPress(.enter), let link = link(at: caret) { return open(link) }
    return perform(ifPossible: keys[press])
  }

  override func isBeginningOfEditing(_ keys: [KeyPress]) -> Bool {
    keys[0].typed == nil && self.keys.isBeginning(keys)
  }

  override func edit(with keys: [KeyPress]) -> Bool { perform(ifPossible: self.keys[keys]) }

  public override var editingActions: [Action] {
    keys.actions(
      where: { (isEditable || !$0.changesText) && !isEditorMissing(for: $0) },
      perform: { [weak self] in self?.perform($0) })
  }

  open override func paste(_ text: String) -> Bool {
    guard isEditable else { return false }
    perform(.edit(.insert(text.onLines)))
    return true
  }

  /// Applies an action to text or caret.
  func perform(_ action: TextViewAction) {
    if action == .edit(.editExternally) {
      if delegate?.textViewShouldEditExternally(self) ?? true { editExternally() }
      return
    }
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
  func change(_ body: () -> Void) {
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
      attributes = []
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
      if selectedRange == nil, let link = link(at: caret) { _ = open(link) }
      return true
    }
  }

  // MARK: - Links

  /// The link at a position of a text that can't be edited.
  private func link(at position: Int) -> AttributedText.Link? {
    guard !isEditable else { return nil }
    return attributes.last { $0.start <= position }?.run.link
  }

  private func open(_ link: AttributedText.Link) -> Bool {
    open(link) { [unowned self] in delegate?.textView(self, open: $0) ?? false }
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
  private func scrollWithCaret(by step: Int) {
    topLine = min(max(0, topLine + step), lowestTop)
  }

  /// Puts a line on top, as far as possible, and remembers it.
  private func choose(_ line: Int) {
    topLine = top(from: line)
    chosenTop = lines.starts[topLine]
  }

  /// The possible top line that is nearest to `line`.
  ///
  /// Keeps the caret visible unless the person scrolled away from it.
  private func top(from line: Int) -> Int {
    let top = min(max(0, line), lowestTop)
    return isScrolledAway ? top : min(max(top, caretLine - max(1, bounds.height) + 1), caretLine)
  }

  // MARK: - Layout

  override var measuresContent: Bool { true }

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
    if isExternalEditRestored, pendingState == nil {
      isExternalEditRestored = false
      host?.recoverExternalEdit(of: self)
    }
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
    if let externalEdit { coder.encode(externalEdit, forKey: "externalEdit") }
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    if coder.containsValue(forKey: "isEditable") {
      isEditable = coder.decodeBool(forKey: "isEditable")
    }
    pendingState = TextViewState(coder: coder)
    externalEdit = coder.decodeString(forKey: "externalEdit")
    isExternalEditRestored = externalEdit != nil
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

  // MARK: - Binding

  /// Makes a view of a bound text.
  ///
  /// Bound to a ``Restorable`` property it takes the key as restoration identifier, so that caret,
  /// selection, undo and scroll position come back. Give it a `restorationIdentifier` to call it
  /// otherwise.
  public convenience init(_ text: Binding<String>) {
    self.init()
    bound = BoundValue(text, of: self)
    self.text = text.wrappedValue
  }

  /// Shows the bound text if it has changed.
  private func showBoundText() {
    bound.show { text in
      guard text != buffer.text else { return }
      // The person who is typing keeps the caret, also when the app rewrites what they typed.
      let caret = isFirstResponder ? buffer.caret : 0
      self.text = text
      buffer.move(to: caret)
    }
  }

  // MARK: - Motion

  /// Forgets what vertical motions remember.
  func leaveLine() {
    goalColumn = nil
    isAtBreak = false
  }

  /// The line of the caret.
  private var caretLine: Int {
    let line = lines.line(of: buffer.caret)
    return isAtBreak && line > 0 && lines.starts[line] == buffer.caret ? line - 1 : line
  }

  /// The column of the caret.
  private var caretColumn: Int {
    var column = 0
    for position in lines.starts[caretLine]..<buffer.caret {
      column += buffer.measures[position].width
    }
    return column
  }

  func move(_ motion: TextViewAction.LineMotion, selecting: Bool) {
    let page = max(1, bounds.height - 1)
    switch motion {
    case .up: moveVertically(by: -1, selecting: selecting)
    case .down: moveVertically(by: 1, selecting: selecting)
    case .pageUp:
      scrollWithCaret(by: -page)
      moveVertically(by: -page, selecting: selecting)
    case .pageDown:
      scrollWithCaret(by: page)
      moveVertically(by: page, selecting: selecting)
    case .start:
      goalColumn = nil
      moveCaret(toColumn: 0, of: caretLine, selecting: selecting)
    case .end:
      goalColumn = nil
      moveCaret(toColumn: .max, of: caretLine, selecting: selecting)
    }
  }

  /// Moves to another line, as near to the goal column as it reaches.
  ///
  /// Up from the first line and down from the last one lead to the ends of the text.
  private func moveVertically(by step: Int, selecting: Bool) {
    let line = caretLine
    let target = min(max(0, line + step), lines.count - 1)
    guard target != line else {
      goalColumn = nil
      isAtBreak = false
      return buffer.move(to: step < 0 ? 0 : buffer.characters.count, selecting: selecting)
    }
    let goal = goalColumn ?? caretColumn
    moveCaret(toColumn: goal, of: target, selecting: selecting)
    goalColumn = goal
  }

  /// Moves the caret to a column of a line, or to the end of the line.
  private func moveCaret(toColumn column: Int, of line: Int, selecting: Bool) {
    let text = buffer.measures
    let position = lines.position(atColumn: column, of: line, in: text)
    buffer.move(to: position, selecting: selecting)
    isAtBreak = lines.goesOn(line, in: text) && position == lines.starts[line + 1]
  }

  /// Whether a motion leads out of the text, so that its key is left to the screen.
  private func leadsOut(_ action: TextViewAction) -> Bool {
    switch action {
    case .line(.up, selecting: false): caretLine == 0
    case .line(.down, selecting: false): caretLine == lines.count - 1
    default: false
    }
  }

  /// The keys that edit, with those that a person gave.
  var keys: EditingKeys<TextViewAction> {
    host?.editingKeys(of: TextViewAction.keys) ?? TextViewAction.keys
  }

  /// Whether an action does something here and now.
  private func isPossible(_ action: TextViewAction) -> Bool {
    (isEditable || !action.changesText) && !leadsOut(action) && !isEditorMissing(for: action)
  }

  /// Whether an action needs the person's own editor in an app that offers none.
  private func isEditorMissing(for action: TextViewAction) -> Bool {
    action == .edit(.editExternally) && host?.offersExternalEditor != true
  }

  /// Does what keys mean, if they mean something here and now.
  func perform(ifPossible action: TextViewAction?) -> Bool {
    guard let action, isPossible(action) else { return false }
    perform(action)
    return true
  }
}
