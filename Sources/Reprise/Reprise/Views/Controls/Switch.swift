/// A value that is on or off.
///
/// ```swift
/// @Restorable("insured") var isInsured = false
/// lazy var insured = Switch($isInsured)
/// ```
public final class Switch: Control {
  /// Whether it is on.
  ///
  /// The app stores the value, here or in the property that the switch is bound to.
  public var isOn: Bool {
    didSet {
      guard isOn != oldValue else { return }
      setNeedsDisplay()
      bound.store(isOn, of: self)
    }
  }

  private var bound = BoundValue<Bool>()

  /// Makes a switch.
  public init(isOn: Bool = false) {
    self.isOn = isOn
    super.init()
  }

  /// Makes a switch of a bound value.
  ///
  /// Bound to a ``Restorable`` property it takes the key as restoration identifier, so that the focus
  /// comes back to it.
  public convenience init(_ isOn: Binding<Bool>) {
    self.init()
    bound = BoundValue(isOn, of: self)
    showBoundValue()
  }

  override func showBoundValue() { bound.show { isOn = $0 } }

  // MARK: - Keys

  public override func performPrimaryAction() { set(!isOn) }

  public override var actions: [Action] { switching }

  /// Taken even if they change nothing: Left on a switch that is off must not leave the screen.
  ///
  /// Enter is left to the screen.
  private lazy var switching = [
    Action("switch.change", "Change", "Space", of: self) { $0.performPrimaryAction() },
    Action("switch.off", "No", "Left", "h", of: self) { $0.set(false) },
    Action("switch.on", "Yes", "Right", "l", of: self) { $0.set(true) },
  ]

  /// Always `false`: the actions have the keys.
  public override func isPrimaryKey(_ press: KeyPress) -> Bool { false }

  /// Sets the value for the person, and tells the app if it changed.
  private func set(_ value: Bool) {
    guard isEnabled, value != isOn else { return }
    isOn = value
    sendActions(for: .valueChanged)
  }

  // MARK: - Looks

  public override func draw(_ canvas: Canvas) {
    canvas.draw(isOn ? "[x] yes" : "[ ] no", at: .zero, width: canvas.bounds.width, style: look)
  }

  public override var cursorPosition: Point? { Point(x: 1, y: 0) }

  override var measuresContent: Bool { true }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: 7, height: 1).limited(to: size)
  }
}
