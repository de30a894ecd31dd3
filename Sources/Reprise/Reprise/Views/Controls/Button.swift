/// A word that can be pressed.
///
/// ```swift
/// let saveButton = Button("Save") { [unowned self] in save() }
/// ```
public final class Button: Control {
  /// The word on it.
  public var title: String {
    didSet { if title != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - title: The label.
  ///   - action: The action of a press; add more for ``Control/Event/primaryActionTriggered``.
  public init(_ title: String, action: (() -> Void)? = nil) {
    self.title = title
    super.init()
    if let action { addAction(for: .primaryActionTriggered, action) }
  }

  /// Whether the button is an answer of an alert: without spaces within its brackets, the letter of its key
  /// underlined.
  var isAnswer = false {
    didSet { if isAnswer != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The action that the button was made for, if it was made for one.
  private var performed: Action?

  /// Makes a button for an action, with its title and role.
  ///
  /// The button is enabled while the action is, which follows everything observable that the action
  /// reads.
  public convenience init(_ action: Action) {
    self.init(action.title)
    role = action.role
    isEnabled = action.isEnabled
    performed = action
    addAction(for: .primaryActionTriggered) { [unowned self] in perform(action) }
  }

  private func perform(_ action: Action) {
    guard let host else { return action.perform() }
    host.asking(action.asksBeforeDismissing, while: action.perform)
  }

  override func dropClosures() {
    super.dropClosures()
    performed?.dropClosures()
  }

  override func showBoundValue() {
    if let performed { isEnabled = performed.isEnabled }
  }

  public override func draw(_ canvas: Canvas) {
    guard isAnswer else {
      canvas.draw("[ \(title) ]", at: .zero, width: canvas.bounds.width, style: look)
      return
    }
    canvas.draw("[\(title)]", at: .zero, width: canvas.bounds.width, style: look)
    guard let place = placeOfKey, place + 2 < canvas.bounds.width else { return }
    canvas.restyle(Rect(x: place + 1, y: 0, width: 1, height: 1)) { $0.adding(.underline) }
  }

  /// The column of the title's letter that is the key of the action; `nil` if no key is a letter of the title.
  private var placeOfKey: Int? {
    let keys = performed?.keys ?? []
    let letters = keys.compactMap { $0.keys.count == 1 ? $0.keys[0].typed?.lowercased() : nil }
    guard let place = title.firstIndex(where: { letters.contains($0.lowercased()) }) else {
      return nil
    }
    return CellText.width(of: String(title[..<place]))
  }

  public override var cursorPosition: Point? { Point(x: isAnswer ? 1 : 2, y: 0) }

  override var measuresContent: Bool { true }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: width, height: 1).limited(to: size)
  }

  /// The columns that the button takes.
  public var width: Int { CellText.width(of: title) + (isAnswer ? 2 : 4) }
}
