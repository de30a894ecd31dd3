/// Text that is shown and nothing else.
///
/// Labels keep no state (contract 11 C6).
open class Label: View {
  /// The text; it takes several lines if it has line ends or wraps.
  public var text: String = "" {
    didSet {
      guard text != oldValue else { return }
      invalidateIntrinsicContentSize()
    }
  }

  /// Whether long lines continue in the next row instead of being cut.
  public var wraps = false {
    didSet { if wraps != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The alignment of the text in a wider label.
  public var alignment: TextAlignment = .left {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The size of the text without wrapping, once measured.
  private var naturalSize: Size?

  /// The size of the wrapped text at the last width, once measured.
  private var wrapped: (width: Int, size: Size)?

  /// Makes a label.
  public init(_ text: String = "", style: Style = .plain) {
    super.init()
    self.text = text
    self.style = style
  }

  /// The rows that the text takes at a width.
  public func height(forWidth width: Int) -> Int {
    lines(forWidth: width).count
  }

  override var measuresContent: Bool { true }

  open override func sizeThatFits(_ size: Size) -> Size {
    let natural = naturalSize ?? extent(of: lines(forWidth: .max))
    naturalSize = natural
    guard wraps, natural.width > size.width, size.width > 0 else {
      return natural.limited(to: size)
    }
    if let wrapped, wrapped.width == size.width { return wrapped.size.limited(to: size) }
    let needed = extent(of: lines(forWidth: size.width))
    wrapped = (size.width, needed)
    return needed.limited(to: size)
  }

  /// The style to draw in.
  var look: Style { style }

  private func extent(of lines: [String]) -> Size {
    var width = 0
    for line in lines { width = max(width, CellText.width(of: line)) }
    return Size(width: width, height: lines.count)
  }

  override func forgetMeasures() {
    naturalSize = nil
    wrapped = nil
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    for (row, line) in lines(forWidth: canvas.bounds.width).enumerated() {
      let cells = CellText(line).truncated(toWidth: canvas.bounds.width)
      let x = alignment.offset(of: cells.width, in: canvas.bounds.width)
      canvas.draw(cells, at: Point(x: x, y: row), style: look)
    }
  }

  private func lines(forWidth width: Int) -> [String] {
    if wraps { return CellText.wrapped(text, toWidth: width) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// How text is aligned in a wider space.
///
/// ```swift
/// let amount = Label("12.50", style: .secondary)
/// amount.alignment = TextAlignment.right
/// ```
public nonisolated enum TextAlignment: Hashable, Sendable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right

  /// The column at which something of this width begins.
  public func offset(of width: Int, in space: Int) -> Int {
    switch self {
    case .left: 0
    case .center: max(0, (space - width) / 2)
    case .right: max(0, space - width)
    }
  }
}
