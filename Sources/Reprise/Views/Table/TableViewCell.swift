/// A row of a table.
open class TableViewCell: View {
  /// The text at the left.
  public var text = "" {
    didSet { if text != oldValue { contentDidChange() } }
  }

  /// Whether a long text continues in further rows, in a table of automatic heights.
  public var wraps = false {
    didSet { if wraps != oldValue { contentDidChange() } }
  }

  /// The text at the right.
  public var detailText = "" {
    didSet { if detailText != oldValue { contentDidChange() } }
  }

  /// The table that draws the cell; cells are not subviews.
  weak var tableView: TableView?

  override var drawingParent: View? { superview ?? tableView }

  /// The style of the whole row: the table sets it to show the selection.
  public internal(set) var rowStyle: Style = .plain

  /// Makes a cell.
  public required init() {
    super.init()
  }

  /// Clears what was set for the last row.
  open func prepareForReuse() {
    text = ""
    detailText = ""
  }

  private func contentDidChange() {
    if wraps { invalidateIntrinsicContentSize() } else { setNeedsDisplay() }
  }

  /// Tells the table that the row may need another height.
  override func forgetMeasures() { tableView?.forgetRowHeights() }

  /// As wide as both texts and their margins; one row, or as many as a wrapped text takes.
  open override func sizeThatFits(_ size: Size) -> Size {
    let detail = detailText.isEmpty ? 0 : CellText.width(of: detailText).adding(1)
    let width = CellText.width(of: text).adding(detail).adding(2)
    guard wraps else { return Size(width: width, height: 1).limited(to: size) }
    let rows = lines(forWidth: size.width, detail: shownDetail(in: size.width)).count
    return Size(width: width, height: rows).limited(to: size)
  }

  private func shownDetail(in width: Int) -> CellText {
    CellText(detailText).truncated(toWidth: width / 2)
  }

  private func lines(forWidth width: Int, detail: CellText) -> [String] {
    let room = width.subtracting(detail.width > 0 ? detail.width + 3 : 2)
    return CellText.wrapped(text, toWidth: max(1, room))
  }

  /// Draws the row with its views; a selected one is reversed wherever its views draw, too.
  func drawRow(on canvas: Canvas) {
    guard !subviews.isEmpty else { return draw(canvas) }
    renderContent(on: canvas)
    if rowStyle != .plain {
      canvas.restyle(canvas.bounds) { style in
        var style = style.adding(rowStyle.attributes)
        style.role = rowStyle.role
        return style
      }
    }
  }

  open override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let detail = shownDetail(in: width)
    if wraps {
      for (row, line) in lines(forWidth: width, detail: detail).enumerated() {
        canvas.draw(line, at: Point(x: 1, y: row), style: rowStyle)
      }
    } else {
      let room = width - (detail.width > 0 ? detail.width + 3 : 2)
      canvas.draw(text, at: Point(x: 1, y: 0), width: max(0, room), style: rowStyle)
    }
    canvas.draw(detail, at: Point(x: width - detail.width - 1, y: 0), style: rowStyle)
  }
}
