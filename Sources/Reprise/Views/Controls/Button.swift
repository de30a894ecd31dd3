/// A word to press.
///
/// ```swift
/// let save = Button("Save") { [unowned self] in save() }
/// ```
public final class Button: Control {
  /// The word.
  public var title: String {
    didSet { if title != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - title: The word.
  ///   - action: What pressing does; more can be added for `primaryActionTriggered`.
  public init(_ title: String, action: (() -> Void)? = nil) {
    self.title = title
    super.init()
    if let action { addAction(for: .primaryActionTriggered, action) }
  }

  /// What the button was made for, if it was.
  private var performed: Action?

  /// Makes a button for an action: its title and role, and what it does while it can be done.
  ///
  /// Whether it can be done follows what the action reads through Observation to find out.
  public convenience init(_ action: Action) {
    self.init(action.title, action: action.perform)
    role = action.role
    isEnabled = action.isEnabled
    performed = action
  }

  override func showBoundValue() {
    if let performed { isEnabled = performed.isEnabled }
  }

  public override func draw(_ canvas: Canvas) {
    canvas.draw("[ \(title) ]", at: .zero, width: canvas.bounds.width, style: look)
  }

  public override var cursorPosition: Point? { Point(x: 2, y: 0) }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: width, height: 1).limited(to: size)
  }

  /// Columns that the button takes.
  public var width: Int { CellText.width(of: title) + 4 }
}
