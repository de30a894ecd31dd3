/// A view that a person operates: it takes the focus, can be pressed, and sends events.
///
/// A subclass draws itself in its ``look``. It overrides ``performPrimaryAction()``, or ``press(at:)``
/// if it matters where a click hits. The rest of keys, mouse, focus and cursor is handled here.
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
/// ```
///
/// ```swift
/// let star = Star()
/// star.addAction(for: .valueChanged) { [unowned star] in print(star.isSet) }
/// ```
///
/// Controls store no values in the state: values belong to the app.
open class Control: View {
  /// The events that a control sends.
  public nonisolated enum Event: Hashable, Sendable {
    /// The control was pressed: by Enter, Space or a click; a text field by Enter.
    case primaryActionTriggered
    /// The person changed its value.
    case valueChanged
  }

  /// Whether the person can use it.
  ///
  /// A control that is disabled while it has the focus keeps the focus and swallows its keys: keys
  /// typed ahead must not reach its neighbor.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  /// The role of a press, which its ``look`` shows.
  public var role = ActionRole.normal {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Whether the control has the focus.
  public var isFocused: Bool { isFirstResponder }

  /// Whether a mouse button is held down on it.
  ///
  /// This is no state, so the kit's controls look the same.
  public var isPressed: Bool { host?.pressedControl === self }

  private var handlers: [(event: Event, body: () -> Void)] = []

  open override var canBecomeFirstResponder: Bool { isEnabled }

  // MARK: - Actions

  /// Adds a closure to call at an event, after those added before.
  public func addAction(for event: Event, _ body: @escaping () -> Void) {
    handlers.append((event, body))
  }

  /// Calls the closures that were added for an event.
  public func sendActions(for event: Event) {
    for handler in handlers where handler.event == event { handler.body() }
  }

  override func dropClosures() {
    super.dropClosures()
    handlers = []
  }

  /// Whether a closure was added for an event.
  func hasActions(for event: Event) -> Bool { handlers.contains { $0.event == event } }

  /// Presses the control: sends ``Control/Event/primaryActionTriggered``.
  open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }

  // MARK: - Keys and mouse

  /// Whether a key presses the control: Enter and Space.
  open func isPrimaryKey(_ press: KeyPress) -> Bool {
    press == KeyPress(.enter) || press == .character(" ")
  }

  open override func takes(_ press: KeyPress) -> Bool { isEnabled && isPrimaryKey(press) }

  open override func pressBegan(_ press: KeyPress) -> Bool {
    guard isEnabled, isPrimaryKey(press) else { return false }
    performPrimaryAction()
    return true
  }

  /// A click moves the focus here and presses the control; a disabled one ignores it.
  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    guard isEnabled else { return true }
    becomeFirstResponder()
    host?.pressedControl = self
    press(at: point)
    return true
  }

  /// Handles a click at a point: presses the control.
  open func press(at point: Point) { performPrimaryAction() }

  // MARK: - Looks

  /// The style to draw in: that of its role and state, reversed while it has the focus.
  public var look: Style {
    var look = style
    if role == .destructive { look.role = .destructive }
    if !isEnabled { look.role = .disabled }
    if isFirstResponder { look = look.adding(.reverse) }
    return look
  }

  open override var cursorPosition: Point? { .zero }
}

extension Action {
  /// An action of a control itself: its keys work while the control is enabled, and no hint names them.
  convenience init<Owner: Control>(
    _ id: String, _ title: String, _ keys: KeyBinding..., of control: Owner,
    perform: @escaping (Owner) -> Void
  ) {
    self.init(
      id, title, keys: keys, isHinted: false,
      enabled: { [weak control] in control?.isEnabled ?? false }
    ) { [weak control] in
      if let control { perform(control) }
    }
  }
}

/// The value of a control that may be bound to a property of the app.
struct BoundValue<Value: Equatable> {
  private let binding: Binding<Value>?

  /// The key of the value in the state, if it is a ``Restorable`` one.
  var key: String? { binding?.key }

  /// A value of the control's own.
  init() { binding = nil }

  /// Binds a control, which takes the key of the value as its restoration identifier.
  init(_ binding: Binding<Value>, of control: View) {
    self.binding = binding
    control.restorationIdentifier = binding.key
  }

  /// Hands the bound value to the control, if there is one.
  func show(_ show: (Value) -> Void) {
    if let binding { show(binding.wrappedValue) }
  }

  /// Sets the bound value, if there is one, and shows the resulting value.
  func store(_ value: @autoclosure () -> Value, of control: View) {
    guard let binding else { return }
    let value = value()
    guard binding.wrappedValue != value else { return }
    binding.wrappedValue = value
    control.setNeedsUpdateProperties()
  }
}
