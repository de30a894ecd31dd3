/// A part of the screen on a level of its own, with a frame around it if you like.
///
/// ```swift
/// let rooms = Surface(level: .raised, title: "Rooms", detail: "3 of 12") { list }
/// ```
///
/// The frame has rounded corners, the title at the left of its upper edge and a count or position at the right. It
/// shows the focus in its color while a view in it has the focus. Where a terminal has no shades, the frame alone
/// sets the surface apart.
///
/// - SeeAlso: `Style.Level`, ``View/surfaceLevel``
open class Surface: View {
  /// The title in the frame; empty for none.
  public var title: String {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// A count or position at the right end of the frame's upper edge; left out if it has no room.
  public var detail: String {
    didSet { if detail != oldValue { setNeedsDisplay() } }
  }

  /// Whether there is a frame.
  public var isFramed: Bool {
    didSet { if isFramed != oldValue { invalidateIntrinsicContentSize() } }
  }

  private let content: Column

  /// Makes a surface around views, one below the other.
  ///
  /// - Parameters:
  ///   - level: The level that it is on.
  ///   - title: The title in the frame.
  ///   - detail: A count or position.
  ///   - isFramed: Whether there is a frame.
  ///   - content: Makes the views; it runs once.
  public init(
    level: Style.Level = .raised, title: String = "", detail: String = "", isFramed: Bool = true,
    @ViewBuilder content: () -> [View] = { [] }
  ) {
    (self.title, self.detail, self.isFramed) = (title, detail, isFramed)
    self.content = Column(content: content)
    super.init()
    surfaceLevel = level
    addSubview(self.content)
  }

  private var margin: EdgeInsets {
    isFramed ? EdgeInsets(top: 1, left: 2, bottom: 1, right: 2) : .zero
  }

  override var arrangesSubviews: Bool { true }

  override var measuresContent: Bool { content.measuresContent }

  open override func sizeThatFits(_ size: Size) -> Size {
    let titles = isFramed ? CellText.width(of: title + detail) + 8 : 0
    let needed = content.sizeThatFits(size.inset(by: margin)).outset(by: margin)
    return Size(width: max(needed.width, titles), height: needed.height).limited(to: size)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    content.frame = bounds.inset(by: margin)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    guard isFramed else { return }
    canvas.drawFrame(canvas.bounds, title: title, detail: detail, isFocused: hasFocus)
  }

  /// Whether a view in the surface has the focus.
  private var hasFocus: Bool { (host?.firstResponder as? View)?.isInside(self) ?? false }
}
