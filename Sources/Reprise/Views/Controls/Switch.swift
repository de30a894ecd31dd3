/// Something that is on or off.
///
/// ```swift
/// @Restorable("insured") var isInsured = false
/// lazy var insured = Switch($isInsured)
/// ```
public final class Switch: Control {
  /// Whether it is on.
  ///
  /// The value is the app's to keep, here or where the switch is bound to.
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

  /// Makes a switch that shows and sets a value that lies elsewhere.
  ///
  /// Bound to a ``Restorable`` property it is called like that property in the state, so that the focus
  /// comes back to it.
  public convenience init(_ isOn: Binding<Bool>) {
    self.init()
    bound = BoundValue(isOn, of: self)
    showBoundValue()
  }

  override func showBoundValue() { bound.show { isOn = $0 } }

  // MARK: - Keys

  public override func performPrimaryAction() { set(!isOn) }

  /// Space changes it, Left and `h` switch it off, Right and `l` on.
  ///
  /// The arrows are taken even where they change nothing: what means "off" must not mean "leave this
  /// screen" when it is off already. Enter is left to the screen, which goes on with it.
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

  /// What the person does; the app hears of it if anything changed.
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
