/// A row of a table.
open class TableViewCell: View {
  /// The text at the left.
  ///
  /// Setting it ends the roles of an ``attributedText``.
  public var text = "" {
    didSet {
      guard text != oldValue || attributed != nil else { return }
      attributed = nil
      contentDidChange()
    }
  }

  /// The text at the left with its roles; setting it sets ``text``.
  public var attributedText: AttributedText {
    get { attributed ?? AttributedText(text) }
    set {
      guard newValue != attributed else { return }
      text = newValue.string
      attributed = newValue
      contentDidChange()
    }
  }

  private var attributed: AttributedText?

  /// Whether a long text continues in further rows, in a table of automatic heights.
  public var wraps = false {
    didSet { if wraps != oldValue { contentDidChange() } }
  }

  /// The text at the right; next to the caption in a cell of the style ``CellStyle/value2``.
  ///
  /// Setting it ends the roles of an ``attributedDetailText``.
  public var detailText = "" {
    didSet {
      guard detailText != oldValue || attributedDetail != nil else { return }
      attributedDetail = nil
      contentDidChange()
    }
  }

  /// The other text with its roles; setting it sets ``detailText``.
  public var attributedDetailText: AttributedText {
    get { attributedDetail ?? AttributedText(detailText) }
    set {
      guard newValue != attributedDetail else { return }
      detailText = newValue.string
      attributedDetail = newValue
      contentDidChange()
    }
  }

  private var attributedDetail: AttributedText?

  /// The arrangement of the two texts of a cell; the names are UIKit's.
  public nonisolated enum CellStyle: Hashable, Sendable {
    /// ``text`` at the left, ``detailText`` at the right.
    case value1
    /// ``text`` as a caption in a column at the left, ``detailText`` next to it.
    ///
    /// With ``wraps`` a long ``detailText`` continues in the rows below, where it began.
    ///
    /// ```swift
    /// cell.cellStyle = .value2
    /// cell.wraps = true
    /// cell.text = "Place"
    /// cell.detailText = "Home / Kitchen"
    /// ```
    case value2
  }

  /// The arrangement of the two texts.
  public var cellStyle = CellStyle.value1 {
    didSet { if cellStyle != oldValue { contentDidChange() } }
  }

  /// How many items are around the item of the row, each of which moves the text ``indentationWidth`` columns to the
  /// right; an ``OutlineView`` sets it.
  public var indentationLevel = 0 {
    didSet { if indentationLevel != oldValue { indentationDidChange() } }
  }

  /// The columns of a level: 2, as for the triangle.
  public static let indentationWidth = 2

  /// The triangle of a row of an ``OutlineView``.
  public nonisolated enum Disclosure: Hashable, Sendable {
    /// The row isn't one of an outline.
    case none
    /// The item can't be expanded.
    case leaf
    /// The item can be expanded: `▸`.
    case collapsed
    /// The children of the item are below it: `▾`.
    case expanded
  }

  /// The triangle of the row; an ``OutlineView`` sets it.
  public internal(set) var disclosure = Disclosure.none {
    didSet { if disclosure != oldValue { indentationDidChange() } }
  }

  /// Whether the text of an item that can't be expanded begins where that of its siblings does, to the right of their
  /// triangles.
  public var indentsLeaf = true {
    didSet { if indentsLeaf != oldValue { indentationDidChange() } }
  }

  /// The columns of the captions of ``CellStyle/value2``, with a margin on either side.
  public static let captionColumns = 16

  /// The table that draws the cell; cells are not subviews.
  weak var tableView: TableView?

  override var drawingParent: View? { superview ?? tableView }

  /// Whether the row is marked.
  var isMarked = false

  /// Whether the row has a grip to move it by.
  var showsReorderControl = false

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
    indentationLevel = 0
    disclosure = .none
    indentsLeaf = true
  }

  /// Called when the text begins in another column.
  func indentationDidChange() { contentDidChange() }

  private func contentDidChange() {
    wrapped = nil
    if wraps { invalidateIntrinsicContentSize() } else { setNeedsDisplay() }
  }

  /// Tells the table that the row may need another height.
  override func forgetMeasures() { tableView?.forgetRowHeights() }

  /// As wide as both texts and their margins; one row, or as many as a wrapped text takes.
  open override func sizeThatFits(_ size: Size) -> Size {
    if cellStyle == .value2 {
      let width = Self.captionColumns.adding(CellText.width(of: detailText)).adding(1)
      return Size(width: width, height: captionedLines(in: size.width).count).limited(to: size)
    }
    let detail = detailText.isEmpty ? 0 : CellText.width(of: detailText).adding(1)
    let margins = indentation(in: size.width).adding(2)
    let width = CellText.width(of: text).adding(detail).adding(margins)
    guard wraps else { return Size(width: width, height: 1).limited(to: size) }
    let rows = lines(forWidth: size.width, detail: shownDetail(in: size.width)).count
    return Size(width: width, height: rows).limited(to: size)
  }

  private func shownDetail(in width: Int) -> CellText {
    CellText(detailText).truncated(toWidth: width / 2)
  }

  private func lines(forWidth width: Int, detail: CellText) -> [String] {
    let room = width.subtracting(detail.width > 0 ? detail.width + 3 : 2)
      .subtracting(indentation(in: width))
    return CellText.wrapped(text, toWidth: max(1, room))
  }

  /// The lines of the last wrapping, which is the same for many frames.
  private var wrapped: (width: Int, lines: [String])?

  /// The lines next to the caption.
  private func captionedLines(in width: Int) -> [String] {
    guard wraps else { return [detailText] }
    if let wrapped, wrapped.width == width { return wrapped.lines }
    let room = max(1, width.subtracting(Self.captionColumns).subtracting(1))
    let lines = CellText.wrapped(detailText, toWidth: room)
    wrapped = (width, lines)
    return lines
  }

  private func drawCaptioned(on canvas: Canvas) {
    let caption = rowStyle == .plain ? Style.accent : rowStyle
    let room = canvas.bounds.width - Self.captionColumns - 1
    canvas.draw(
      text, at: Point(x: 1, y: 0), width: max(0, min(Self.captionColumns, canvas.bounds.width) - 2),
      style: caption)
    if let attributedDetail {
      let width = max(1, wraps ? room : .max)
      for (row, line) in attributedDetail.lines(toWidth: width).enumerated() {
        canvas.draw(
          line.inRow(of: rowStyle), at: Point(x: Self.captionColumns, y: row), width: max(0, room),
          style: rowStyle)
      }
      return
    }
    for (row, line) in captionedLines(in: canvas.bounds.width).enumerated() {
      canvas.draw(
        line, at: Point(x: Self.captionColumns, y: row), width: max(0, room), style: rowStyle)
    }
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
    if cellStyle == .value2 { return drawCaptioned(on: canvas) }
    let detail = shownDetail(in: width)
    let start = 1 + indentation
    let room = max(0, width - start - (detail.width > 0 ? detail.width + 2 : 1))
    drawDisclosure(on: canvas)
    if let attributed {
      let lines = wraps ? attributed.lines(toWidth: max(1, room)) : [attributed]
      for (row, line) in lines.enumerated() {
        canvas.draw(
          line.inRow(of: rowStyle), at: Point(x: start, y: row), width: room, style: rowStyle)
      }
    } else if wraps {
      for (row, line) in lines(forWidth: width, detail: detail).enumerated() {
        canvas.draw(line, at: Point(x: start, y: row), style: rowStyle)
      }
    } else {
      canvas.draw(text, at: Point(x: start, y: 0), width: room, style: rowStyle)
    }
    let place = Point(x: width - detail.width - 1, y: 0)
    if let attributedDetail {
      let shown = attributedDetail.truncated(toWidth: width / 2)
      canvas.draw(shown.inRow(of: rowStyle), at: place, style: rowStyle)
    } else {
      canvas.draw(detail, at: place, style: rowStyle)
    }
  }
}
