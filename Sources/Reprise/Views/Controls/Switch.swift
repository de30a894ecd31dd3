/// Something that is on or off.
public final class Switch: View {
  /// Whether it is on.
  ///
  /// The value is the app's to keep, here or where the switch is bound to.
  public var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      setNeedsDisplay()
      storeBoundValue()
    }
  }

  /// Where the value lies, if it lies elsewhere.
  private var binding: Binding<Bool>?

  /// Makes a switch that shows and sets a value that lies elsewhere.
  ///
  /// Bound to a ``Restorable`` property it is called like that property in the state, so that the focus
  /// comes back to it.
  public convenience init(_ isOn: Binding<Bool>) {
    self.init()
    binding = isOn
    self.isOn = isOn.wrappedValue
    restorationIdentifier = isOn.key
  }

  override func showBoundValue() {
    if let binding { isOn = binding.wrappedValue }
  }

  /// Stores the value where it lies, and shows what became of it there.
  private func storeBoundValue() {
    guard let binding, binding.wrappedValue != isOn else { return }
    binding.wrappedValue = isOn
    setNeedsUpdateProperties()
  }

  /// Called when the person changed it.
  public var didChange: (Bool) -> Void = { _ in }

  public override var canBecomeFirstResponder: Bool { true }

  /// Space changes it, Left and `h` switch it off, Right and `l` on.
  ///
  /// The arrows are taken even where they change nothing: what means "off" must not mean "leave this
  /// screen" when it is off already.
  public override func pressBegan(_ press: KeyPress) -> Bool {
    guard let value = value(after: press) else { return false }
    set(value)
    return true
  }

  public override func takes(_ press: KeyPress) -> Bool { value(after: press) != nil }

  public override var editingKeyCommands: [KeyCommand] {
    [
      KeyCommand(" ", title: "Change") { [weak self] in self?.toggle() },
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

  public override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    becomeFirstResponder()
    toggle()
    return true
  }

  private func toggle() { set(!isOn) }

  /// What the person does; the app hears of it if anything changed.
  private func set(_ value: Bool) {
    guard value != isOn else { return }
    isOn = value
    didChange(isOn)
  }

  public override func draw(_ canvas: Canvas) {
    let look = isFirstResponder ? style.adding(.reverse) : style
    canvas.draw(isOn ? "[x] yes" : "[ ] no", at: .zero, width: canvas.bounds.width, style: look)
  }

  public override var cursorPosition: Point? { Point(x: 1, y: 0) }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: 7, height: 1).limited(to: size)
  }
}
