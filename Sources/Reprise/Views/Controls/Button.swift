/// A word to press.
public final class Button: View {
  /// The word.
  public var title: String {
    didSet { if title != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// What pressing does.
  public var action: () -> Void

  /// Makes a button.
  public init(_ title: String, action: @escaping () -> Void = {}) {
    self.title = title
    self.action = action
    super.init()
  }

  public override var canBecomeFirstResponder: Bool { true }

  public override func pressBegan(_ press: KeyPress) -> Bool {
    guard press == KeyPress(.enter) || press == .character(" ") else { return false }
    action()
    return true
  }

  public override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    becomeFirstResponder()
    action()
    return true
  }

  public override func draw(_ canvas: Canvas) {
    let look = isFirstResponder ? style.adding(.reverse) : style
    canvas.draw("[ \(title) ]", at: .zero, width: canvas.bounds.width, style: look)
  }

  public override var cursorPosition: Point? { Point(x: 2, y: 0) }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: width, height: 1).limited(to: size)
  }

  /// Columns that the button takes.
  public var width: Int { CellText.width(of: title) + 4 }
}
