/// A cell of a collection: what it shows, and a caption below.
///
/// Subclasses put a view into ``contentView``, or draw above the caption.
open class CollectionViewCell: View {
  /// The caption, in the last line.
  public var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// What is above the caption.
  public var contentView: View? {
    didSet {
      guard contentView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let contentView { addSubview(contentView) }
    }
  }

  /// Whether it is the selected one; the collection sets it.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// Makes a cell.
  public required init() {
    super.init()
  }

  /// Clears what was set for the last item.
  open func prepareForReuse() { text = "" }

  open override func layoutSubviews() {
    contentView?.frame = Rect(
      x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - 1))
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    let line = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    if isSelected { canvas.fill(line, style: selectionStyle) }
    canvas.draw(
      text, at: line.origin, width: line.width, style: isSelected ? selectionStyle : .plain)
  }

  /// Reversed while the collection has the focus, else bold.
  private var selectionStyle: Style {
    superview?.isFirstResponder == true ? .selected : .title
  }
}
