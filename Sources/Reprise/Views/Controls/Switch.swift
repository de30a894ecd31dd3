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

  /// Space toggles it, Left and `h` switch it off, Right and `l` on.
  ///
  /// The arrows are taken even if they change nothing: Left on a switch that is off must not leave the
  /// screen. Enter is left to the screen.
  public override func pressBegan(_ press: KeyPress) -> Bool {
    guard isEnabled, let value = value(after: press) else { return false }
    set(value)
    return true
  }

  public override func takes(_ press: KeyPress) -> Bool { isEnabled && value(after: press) != nil }

  public override var editingKeyCommands: [KeyCommand] {
    [
      KeyCommand(" ", title: "Change") { [weak self] in self?.performPrimaryAction() },
      KeyCommand(KeyPress(.left), title: "No") { [weak self] in self?.set(false) },
      KeyCommand(KeyPress(.right), title: "Yes") { [weak self] in self?.set(true) },
    ]
  }

  private func value(after press: KeyPress) -> Bool? {
    switch press {
    case .character(" "): !isOn
    case KeyPress(.left), .character("h"): false
    case KeyPress(.right), .character("l"): true
    default: nil
    }
  }

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

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: 7, height: 1).limited(to: size)
  }
}
