/// A small framed box over other views, with a title in its frame.
///
/// Add it to the view below, and set its frame to ``frame(in:)``, which is as large as the content and at the lower left
/// of a rectangle. It takes no focus, so the views below still get the keys.
///
/// ```swift
/// let popup = Popup(title: "Marks", content: Label("3 items"))
/// view.addSubview(popup)
/// popup.frame = popup.frame(in: view.bounds)
/// ```
open class Popup: View {
  /// The text in the upper edge of the frame.
  public var title: String {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// The view inside the frame.
  public let content: View

  /// The widths of the frame and of the space inside it.
  private static let margin = EdgeInsets(top: 1, left: 2, bottom: 1, right: 2)

  /// Makes a popup.
  public init(title: String = "", content: View) {
    self.title = title
    self.content = content
    super.init()
    surfaceLevel = .raised
    addSubview(content)
  }

  /// The size of the content with its frame, wide enough for the title.
  open override func sizeThatFits(_ size: Size) -> Size {
    var inner = content.sizeThatFits(size.inset(by: Self.margin))
    inner.width = max(inner.width, CellText.width(of: title))
    return inner.outset(by: Self.margin).limited(to: size)
  }

  /// The place at the lower left of a rectangle.
  public func frame(in room: Rect) -> Rect {
    let size = sizeThatFits(room.size)
    return Rect(
      x: room.minX, y: room.maxY - size.height, width: size.width, height: size.height)
  }

  open override func layoutSubviews() {
    content.frame = bounds.inset(by: Self.margin)
  }

  open override func draw(_ canvas: Canvas) {
    canvas.drawFrame(canvas.bounds, title: title, isFocused: true)
  }
}
