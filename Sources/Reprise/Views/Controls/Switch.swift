/// Something that is on or off.
public final class Switch: View {
  /// Whether it is on.
  ///
  /// The value is the app's to keep.
  public var isOn = false

  /// Called when the person changed it.
  public var didChange: (Bool) -> Void = { _ in }

  public override var canBecomeFirstResponder: Bool { true }

  public override func pressBegan(_ press: KeyPress) -> Bool {
    guard press == .character(" ") else { return false }
    toggle()
    return true
  }

  public override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    becomeFirstResponder()
    toggle()
    return true
  }

  private func toggle() {
    isOn.toggle()
    didChange(isOn)
  }

  public override func draw(_ canvas: Canvas) {
    let look = isFirstResponder ? style.adding(.reverse) : style
    canvas.draw(isOn ? "[x] yes" : "[ ] no", at: .zero, width: canvas.bounds.width, style: look)
  }

  public override var cursorPosition: Point? { Point(x: 1, y: 0) }
}
