/// A view that a person operates: it takes the focus, is pressed, and tells of it.
///
/// A subclass draws itself in its ``look`` and overrides ``performPrimaryAction()``, or ``press(at:)``
/// where the place of a click matters. Keys, mouse, focus and cursor are handled here.
///
/// ```swift
/// final class Star: Control {
///   var isSet = false { didSet { setNeedsDisplay() } }
///
///   override func performPrimaryAction() {
///     isSet.toggle()
///     sendActions(for: .valueChanged)
///   }
///
///   override func draw(_ canvas: Canvas) {
///     canvas.draw(isSet ? "★" : "☆", at: .zero, style: look)
///   }
/// }
///
/// let star = Star()
/// star.addAction(for: .valueChanged) { [unowned star] in print(star.isSet) }
/// ```
///
/// A control keeps no value in the state: the value is the app's.
open class Control: View {
  /// What a control tells of.
  public nonisolated enum Event: Hashable, Sendable {
    /// It was pressed: by Enter, Space or a click, or by Enter in a text field.
    case primaryActionTriggered
    /// The person gave it another value.
    case valueChanged
  }

  /// Whether the person can use it.
  ///
  /// A control that is disabled while it has the focus keeps the focus and ignores its keys: keys that
  /// were typed ahead must not reach its neighbour.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  /// What pressing it means, which shows in its ``look``.
  public var role = ActionRole.normal {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Whether keys go here first.
  public var isFocused: Bool { isFirstResponder }

  /// Whether a mouse button is held down on it.
  ///
  /// Not part of the state, so no control of the kit looks different for it.
  public var isPressed: Bool { host?.pressedControl === self }

  private var handlers: [(event: Event, body: () -> Void)] = []

  open override var canBecomeFirstResponder: Bool { isEnabled }

  // MARK: - Actions

  /// Calls a closure at each event of a kind, after those that were added before.
  public func addAction(for event: Event, _ body: @escaping () -> Void) {
    handlers.append((event, body))
  }

  /// Calls those who asked for an event.
  public func sendActions(for event: Event) {
    for handler in handlers where handler.event == event { handler.body() }
  }

  /// Whether anybody asked for an event.
  func hasActions(for event: Event) -> Bool { handlers.contains { $0.event == event } }

  /// Does what a press is for: tells of ``Control/Event/primaryActionTriggered``.
  open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }

  // MARK: - Keys and mouse

  /// Whether a key presses the control: Enter and Space do.
  open func isPrimaryKey(_ press: KeyPress) -> Bool {
    press == KeyPress(.enter) || press == .character(" ")
  }

  open override func takes(_ press: KeyPress) -> Bool { isEnabled && isPrimaryKey(press) }

  open override func pressBegan(_ press: KeyPress) -> Bool {
    guard isEnabled, isPrimaryKey(press) else { return false }
    performPrimaryAction()
    return true
  }

  /// A click gives the control the focus and presses it; a disabled one ignores it.
  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    guard isEnabled else { return true }
    becomeFirstResponder()
    host?.pressedControl = self
    press(at: point)
    return true
  }

  /// Does what a click at a place is for: that of any press.
  open func press(at point: Point) { performPrimaryAction() }

  // MARK: - Looks

  /// The style to draw in: its own, or that of the role that it plays now; reversed where the focus is.
  public var look: Style {
    var look = style
    if role == .destructive { look.role = .destructive }
    if !isEnabled { look.role = .disabled }
    if isFirstResponder { look = look.adding(.reverse) }
    return look
  }

  open override var cursorPosition: Point? { .zero }
}
