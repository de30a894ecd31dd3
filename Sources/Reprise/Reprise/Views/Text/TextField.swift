/// One line of text to edit, with the keys of readline.
///
/// ```swift
/// let name = TextField()
/// name.placeholder = "what it is called"
/// name.addAction(for: .valueChanged) { [unowned self] in title = name.text }
/// ```
///
/// The field with the focus is underlined, as far as it reaches. Enter is left to the screen, unless an action was added for
/// ``Control/Event/primaryActionTriggered``.
open class TextField: Control {
  /// Hears of changes.
  public weak var delegate: (any TextFieldDelegate)?

  /// Text shown while the field is empty.
  ///
  /// It is gray, or in parentheses if the theme has no gray.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// A likely rest of the text, shown in gray after the caret at the end; Tab and the right arrow type it.
  ///
  /// Set it when ``Control/Event/valueChanged`` is sent: each change of the text removes the former one.
  public var inlineCompletion = "" {
    didSet { if inlineCompletion != oldValue { setNeedsDisplay() } }
  }

  /// The most graphemes that the field takes.
  public var maximumLength = 10_000

  /// Whether typing and pasting change the text.
  public var isEditable = true

  /// The extension of the file in which the text is edited with the person's own editor, such as `md`.
  public var externalFileExtension = "txt"

  /// The file in which an editor has the text; saved, so that it comes back after a kill.
  var externalEdit: String? {
    didSet { if externalEdit != oldValue { setNeedsPreservation() } }
  }

  /// Whether ``externalEdit`` is of an earlier launch.
  private var isExternalEditRestored = false

  /// Whether the text is a secret: shown as dots, and stored nowhere, neither in the state nor in kept
  /// pictures.
  ///
  /// Deleted text of a secret is gone: cut text cannot be pasted back, and changes cannot be undone.
  /// Motions ignore words, since they would reveal where words end. Bind the field to a property
  /// that is not ``Restorable``; otherwise it is reported.
  public var isSecureTextEntry = false {
    didSet {
      guard isSecureTextEntry != oldValue else { return }
      if isSecureTextEntry, let key = bound.key {
        refuse(
          "\"\(key)\" is a secret but is stored with the state: it is @Restorable")
      }
      pendingState = nil
      buffer.forgetFormerText()
      setNeedsLayout()
      setNeedsPreservation()
    }
  }

  /// Also secure if the text is a secret.
  open override var isSecure: Bool {
    get { super.isSecure || isSecureTextEntry }
    set { super.isSecure = newValue }
  }

  var buffer = TextBuffer()

  private var bound = BoundValue<String>()

  /// Makes a field of a bound text.
  ///
  /// Bound to a ``Restorable`` property it takes the key as restoration identifier, so that caret,
  /// selection and undo come back. Give it a `restorationIdentifier` to call it otherwise.
  public convenience init(_ text: Binding<String>) {
    self.init()
    bound = BoundValue(text, of: self)
    buffer = TextBuffer(text.wrappedValue)
  }

  override func showBoundValue() {
    bound.show { text in
      guard text != buffer.text else { return }
      // The person who is typing keeps the caret, also when the app rewrites what they typed.
      let caret = isFirstResponder ? buffer.caret : Int.max
      self.text = text
      buffer.move(to: caret)
    }
  }

  /// The first visible grapheme, as the last edit left it.
  private var chosenFirst = 0

  /// The first visible grapheme now; another one if the field has become narrower.
  private var firstVisible = 0

  var pendingState: TextEditingState?

  /// The graphemes measured so far: tests count them, since a key may cost what the field shows, not
  /// what it holds.
  private(set) var measured = 0

  open override var canBecomeFirstResponder: Bool { super.canBecomeFirstResponder && isEditable }

  /// Whether typing changes the text now.
  private var takesText: Bool { isEnabled && isEditable }

  open override func didResignFirstResponder() {
    super.didResignFirstResponder()
    delegate?.textFieldDidEndEditing(self)
  }

  /// The text.
  ///
  /// Setting another one ends undo and moves the caret to the end.
  public var text: String {
    get { buffer.text }
    set {
      guard newValue != buffer.text else { return }
      buffer = TextBuffer(newValue)
      chosenFirst = 0
      setNeedsLayout()
      setNeedsPreservation()
      bound.store(buffer.text, of: self)
    }
  }

  /// The position of the caret in graphemes.
  public var caret: Int { buffer.caret }

  /// The range of the selection in graphemes, if there is one.
  public var selectedRange: Range<Int>? { buffer.selection }

  // MARK: - Editing

  open override func isPrimaryKey(_ press: KeyPress) -> Bool {
    press == KeyPress(.enter) && hasActions(for: .primaryActionTriggered)
  }

  /// Whether the left and right arrows are left to the screen while there is no text to move in.
  var leavesArrows: (() -> Bool)?

  private func leaves(_ press: KeyPress) -> Bool {
    guard let leavesArrows, buffer.characters.isEmpty else { return false }
    return (press == KeyPress(.left) || press == KeyPress(.right)) && leavesArrows()
  }

  /// Whether a key types the completion, of which at least the beginning is visible.
  private func completes(_ press: KeyPress) -> Bool {
    !inlineCompletion.isEmpty && [KeyPress(.tab), KeyPress(.right)].contains(press)
      && buffer.caret == buffer.characters.count && buffer.selection == nil && !isSecureTextEntry
      && columns(firstVisible..<buffer.caret) < bounds.width
  }

  open override func takes(_ press: KeyPress) -> Bool {
    takesText && !leaves(press)
      && (completes(press) || press.typed != nil || keys.takes(press) || isPrimaryKey(press))
  }

  open override func pressBegan(_ press: KeyPress) -> Bool {
    guard takesText, !leaves(press) else { return false }
    if completes(press) {
      perform(.insert(inlineCompletion.onOneLine))
      return true
    }
    guard let action = press.typed.map({ .insert(String($0)) }) ?? keys[press] else {
      return super.pressBegan(press)
    }
    perform(action)
    return true
  }

  override func isBeginningOfEditing(_ keys: [KeyPress]) -> Bool {
    takesText && keys[0].typed == nil && self.keys.isBeginning(keys)
  }

  override func edit(with keys: [KeyPress]) -> Bool {
    guard takesText, !keys.contains(where: leaves), let action = self.keys[keys] else {
      return false
    }
    perform(action)
    return true
  }

  public override var editingActions: [Action] {
    guard takesText else { return [] }
    let hasEditor = host?.offersExternalEditor == true
    let offered: (TextAction) -> Bool = { [isSecureTextEntry] in
      (!isSecureTextEntry || $0.isOfferedForSecrets) && ($0 != .editExternally || hasEditor)
    }
    return keys.actions(where: offered) { [weak self] in self?.perform($0) }
  }

  open override func paste(_ text: String) -> Bool {
    guard takesText else { return false }
    perform(.insert(text.onOneLine))
    return true
  }

  /// Applies an action, tells delegate and app, and marks the state dirty.
  func perform(_ action: TextAction) {
    if action == .editExternally {
      if delegate?.textFieldShouldEditExternally(self) ?? true { editExternally() }
      return
    }
    let action = isSecureTextEntry ? action.onSecret : action
    change { action.apply(to: &$0, limit: maximumLength) }
  }

  private func change(_ body: (inout TextBuffer) -> Int) {
    pendingState = nil
    let before = buffer.place
    let excess = body(&buffer)
    if isSecureTextEntry { buffer.forgetFormerText() }
    if excess > 0 { host?.showLine(String(noticeThatTextIsFull: maximumLength)) }
    let edit = buffer.takeEdit()
    guard edit != nil || buffer.place != before else { return }
    chosenFirst = first(from: firstVisible)
    firstVisible = chosenFirst
    setNeedsLayout()
    setNeedsPreservation()
    if edit != nil {
      inlineCompletion = ""
      bound.store(buffer.text, of: self)
      delegate?.textFieldDidChange(self)
      sendActions(for: .valueChanged)
    }
    if isFirstResponder { scrollIntoView(asChosen: true) }
  }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press, takesText else { return false }
    // Without the focus the text was shown from its start.
    if !isFirstResponder { firstVisible = 0 }
    becomeFirstResponder()
    host?.pressedControl = self
    perform(.move(to: position(atColumn: point.x), selecting: event.modifiers.contains(.shift)))
    return true
  }

  // MARK: - Layout

  /// Twenty columns, whatever the text: a field must not move its neighbors at every key.
  override var measuresContent: Bool { true }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: 20, height: 1).limited(to: size)
  }

  open override func layoutSubviews() {
    if let state = pendingState {
      pendingState = nil
      if state.isAbout(buffer.text) {
        state.apply(to: &buffer)
        chosenFirst = state.firstVisible
      }
      setNeedsPreservation()
    }
    if isExternalEditRestored {
      isExternalEditRestored = false
      host?.recoverExternalEdit(of: self)
    }
    firstVisible = first(from: chosenFirst)
  }

  /// The first grapheme to show so that the caret is visible, as near as possible to a given one.
  private func first(from position: Int) -> Int {
    let lowest = min(max(0, position), buffer.caret)
    var first = buffer.caret
    var columns = 0
    while first > lowest {
      columns += width(at: first - 1)
      if columns >= bounds.width { break }
      first -= 1
    }
    return first
  }

  private func columns(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + width(at: $1) }
  }

  /// The columns of the grapheme at a position, as shown.
  private func width(at position: Int) -> Int {
    measured += 1
    return isSecureTextEntry ? 1 : buffer.measures[position].width
  }

  /// The character shown for a grapheme.
  private func shown(_ character: Character) -> Character { isSecureTextEntry ? "•" : character }

  private func position(atColumn column: Int) -> Int {
    var x = 0
    for position in firstVisible..<buffer.characters.count {
      x += width(at: position)
      if x > column { return position }
    }
    return buffer.characters.count
  }

  // MARK: - Drawing

  open override func draw(_ canvas: Canvas) {
    let usual = isEnabled ? style : .disabled
    let isUnderlined = isEditable && isEnabled && isFirstResponder
    let base = isUnderlined ? usual.adding(.underline) : usual
    canvas.fill(canvas.bounds, style: base)
    if buffer.characters.isEmpty {
      canvas.drawPlaceholder(placeholder, base.attributes)
      return
    }
    guard isFirstResponder || !isEditable else {
      // One more than fits, to show that something was cut.
      let text = String(buffer.characters.prefix(canvas.bounds.width.adding(1)).map(shown))
      canvas.draw(text, at: .zero, width: canvas.bounds.width, style: base)
      return
    }
    var x = 0
    for position in min(firstVisible, buffer.characters.count)..<buffer.characters.count {
      let character = shown(buffer.characters[position])
      guard x + width(at: position) <= canvas.bounds.width else { break }
      let isSelected = buffer.selection?.contains(position) ?? false
      x += canvas.draw(
        String(character), at: Point(x: x, y: 0), style: isSelected ? base.adding(.reverse) : base)
    }
    guard isFirstResponder, buffer.caret == buffer.characters.count, buffer.selection == nil else {
      return
    }
    canvas.drawPlaceholder(inlineCompletion, base.attributes, at: x)
  }

  open override var cursorPosition: Point? {
    guard isEditable, firstVisible <= buffer.caret else { return nil }
    return Point(x: min(columns(firstVisible..<buffer.caret), max(0, bounds.width - 1)), y: 0)
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    guard !isSecureTextEntry else { return }
    let state = pendingState ?? TextEditingState(buffer: buffer, firstVisible: chosenFirst)
    state.encode(with: coder)
    if let externalEdit { coder.encode(externalEdit, forKey: "externalEdit") }
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    // The state is from before the text became a secret.
    guard !isSecureTextEntry else { return }
    pendingState = TextEditingState(coder: coder)
    externalEdit = coder.decodeString(forKey: "externalEdit")
    isExternalEditRestored = externalEdit != nil
    setNeedsLayout()
  }

  /// The keys that edit, with those that a person gave.
  var keys: EditingKeys<TextAction> { host?.editingKeys(of: TextAction.keys) ?? TextAction.keys }
}

/// Hears what happens in a text field.
///
/// ```swift
/// func textFieldDidEndEditing(_ textField: TextField) {
///   textField.text = textField.text.trimmingPrefix { $0 == " " }.description
///   isChecked = true
/// }
/// ```
public protocol TextFieldDelegate: AnyObject {
  /// Called when typing, pasting, undo or redo changed the text.
  func textFieldDidChange(_ textField: TextField)

  /// Called when the field has lost the focus.
  func textFieldDidEndEditing(_ textField: TextField)

  /// Called when the person asks for their own editor (`^X ^E`), before it opens; returns `true` by default.
  ///
  /// See ``TextViewDelegate/textViewShouldEditExternally(_:)``.
  func textFieldShouldEditExternally(_ textField: TextField) -> Bool
}

extension TextFieldDelegate {
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}

  /// Returns `true`.
  public func textFieldShouldEditExternally(_ textField: TextField) -> Bool { true }
}

extension TextField: ExternallyEdited {
  /// Opens the person's own editor with the text, without asking the delegate; never with a secret.
  ///
  /// When the editor ends, its text replaces this one in a step that can be undone. A failure is reported in a line.
  /// Without ``Application/externalEditorDirectory`` nothing happens.
  public func editExternally() {
    if takesText, !isSecure { host?.editExternally(self) }
  }

  func usableText(_ text: String) -> String { text.onOneLine }

  func replaceText(with text: String) {
    change { buffer in
      TextAction.insert(buffer.selectDifference(from: text))
        .apply(to: &buffer, limit: maximumLength)
    }
  }
}

extension Canvas {
  /// Draws a placeholder, or a completion at a column, so that it differs from typed text.
  ///
  /// It is gray if the theme has gray text, otherwise in parentheses.
  func drawPlaceholder(_ text: String, _ attributes: Style.Attributes, at x: Int = 0) {
    guard !text.isEmpty, x < bounds.width else { return }
    let isTold = theme[.secondary] != theme[.plain]
    draw(
      isTold ? text : "(\(text))", at: Point(x: x, y: 0), width: bounds.width - x,
      style: .secondary.adding(attributes))
  }
}
