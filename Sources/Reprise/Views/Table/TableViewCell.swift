/// One row of a table.
open class TableViewCell: View {
  /// The text at the left.
  public var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// The text at the right.
  public var detailText = "" {
    didSet { if detailText != oldValue { setNeedsDisplay() } }
  }

  /// The table that shows the cell: cells are drawn by it and are no subviews.
  weak var tableView: TableView?

  override var drawingParent: View? { superview ?? tableView }

  /// How the row looks as a whole: the table sets the selection here.
  public internal(set) var rowStyle: Style = .plain

  /// Makes a cell.
  public required init() {
    super.init()
  }

  /// Forgets what the last row put in.
  open func prepareForReuse() {
    text = ""
    detailText = ""
  }

  /// One row, as wide as both texts and what stands around them.
  open override func sizeThatFits(_ size: Size) -> Size {
    let detail = detailText.isEmpty ? 0 : CellText.width(of: detailText).adding(1)
    let width = CellText.width(of: text).adding(detail).adding(2)
    return Size(width: width, height: 1).limited(to: size)
  }

  open override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let detail = CellText(detailText).truncated(toWidth: width / 2)
    let room = width - (detail.width > 0 ? detail.width + 3 : 2)
    canvas.draw(text, at: Point(x: 1, y: 0), width: max(0, room), style: rowStyle)
    canvas.draw(detail, at: Point(x: width - detail.width - 1, y: 0), style: rowStyle)
  }
}
