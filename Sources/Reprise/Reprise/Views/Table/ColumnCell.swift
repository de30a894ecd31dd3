/// A row whose texts are in the columns of its table.
///
/// Subclasses supply the texts in ``text(inColumn:)``, which is called only for columns that are shown. Call
/// ``reloadColumns()`` when texts or styles have changed.
///
/// ```swift
/// final class BookCell: ColumnCell {
///   var book: Book? {
///     didSet { reloadColumns() }
///   }
///
///   override func text(inColumn id: String) -> String {
///     (id == "title" ? book?.title : book?.author) ?? ""
///   }
/// }
/// ```
open class ColumnCell: TableViewCell {
  private var layout: TableColumnLayout?

  /// The texts of the shown columns, by the identifiers of the columns.
  private var texts: [String: String] = [:]

  /// The texts with roles of the shown columns that have one, by the identifiers of the columns.
  private var attributedTexts: [String: AttributedText] = [:]

  /// A text as it fits its column.
  private enum Fitted {
    case plain(CellText, Style)
    case attributed(AttributedText, Style)
  }

  /// The texts as they fit the columns and their styles, found once for many frames.
  private var fitted: [Fitted] = []

  /// The text in a column.
  open func text(inColumn id: String) -> String { "" }

  /// The text in a column with its roles, in place of ``text(inColumn:)``; `nil` for a text of one style.
  ///
  /// The selected row is drawn in its own style; attributes such as `.bold` stay.
  open func attributedText(inColumn id: String) -> AttributedText? { nil }

  /// The text cut to the width of its column: its beginning, unless overridden.
  open func fitted(_ text: String, inColumn id: String, width: Int) -> CellText {
    CellText(text, width: width)
  }

  /// The cut text with its roles and attributes, such as the words that a search found; `nil` for a text of one style.
  ///
  /// - Parameters:
  ///   - text: The text of a column as ``fitted(_:inColumn:width:)`` cut it.
  ///   - id: The identifier of the column.
  ///   - width: The width of the column; a longer text is cut.
  open func decorated(_ text: CellText, inColumn id: String, width: Int) -> AttributedText? { nil }

  /// The columns that are shown, from left to right; known once the cell is laid out.
  public var shownColumns: [TableColumn] { layout?.shown.map(\.column) ?? [] }

  /// The style of a column while the row isn't selected.
  open func style(ofColumn id: String) -> Style { .plain }

  /// Asks for all texts again.
  public func reloadColumns() {
    texts = [:]
    attributedTexts = [:]
    layout = nil
    setNeedsLayout()
  }

  open override func prepareForReuse() {
    super.prepareForReuse()
    reloadColumns()
  }

  override func indentationDidChange() { reloadColumns() }

  open override func layoutSubviews() {
    guard let tableView else { return }
    let layout = tableView.columnLayout(in: bounds.width)
    if layout == self.layout { return }
    for column in layout.shown where texts[column.column.id] == nil {
      let attributed = attributedText(inColumn: column.column.id)
      let text = attributed?.string ?? text(inColumn: column.column.id)
      attributedTexts[column.column.id] = attributed
      texts[column.column.id] = text
      let width = CellText.width(of: text) + inset(of: column, in: layout)
      tableView.note(width, inColumn: column.column.id)
    }
    self.layout = layout
    fitted = layout.shown.map { column in
      let id = column.column.id
      let width = max(0, column.width - inset(of: column, in: layout))
      if let text = attributedTexts[id] {
        return .attributed(text.truncated(toWidth: width), style(ofColumn: id))
      }
      let text = fitted(texts[id] ?? "", inColumn: id, width: width)
      if let decorated = decorated(text, inColumn: id, width: width) {
        return .attributed(decorated.truncated(toWidth: width), style(ofColumn: id))
      }
      return .plain(text, style(ofColumn: id))
    }
    setNeedsDisplay()
  }

  /// The columns of the indentation, which is in the first column.
  private func inset(of column: TableColumnLayout.Placed, in layout: TableColumnLayout) -> Int {
    column.start == layout.shown.first?.start ? indentation : 0
  }

  open override func draw(_ canvas: Canvas) {
    let isSelected = rowStyle != .plain
    if isSelected { canvas.fill(canvas.bounds, style: rowStyle) }
    drawDisclosure(on: canvas)
    guard let layout else { return }
    for (column, fitted) in zip(layout.shown, fitted) {
      let inset = inset(of: column, in: layout)
      func place(ofWidth width: Int) -> Point {
        let offset = column.column.alignment.offset(of: width, in: column.width - inset)
        return Point(x: column.start + inset + offset, y: 0)
      }
      switch fitted {
      case .plain(let text, let style):
        canvas.draw(text, at: place(ofWidth: text.width), style: isSelected ? rowStyle : style)
      case .attributed(let text, let style):
        canvas.draw(
          text.inRow(of: rowStyle), at: place(ofWidth: text.width),
          style: isSelected ? rowStyle : style)
      }
    }
  }
}

extension TableView {
  /// The columns of rows of a width, as they are shared out now.
  public func columnLayout(in width: Int) -> TableColumnLayout {
    if let known = knownColumnLayout, known.width == width { return known.layout }
    let layout = TableColumnLayout(columns, in: width) {
      max(columnWidths[$0.id], headingWidth(of: $0))
    }
    knownColumnLayout = (width, layout)
    return layout
  }

  /// A heading has room for the arrow of the order.
  private func headingWidth(of column: TableColumn) -> Int {
    column.title.isEmpty ? 0 : CellText.width(of: column.title) + 2
  }

  /// Notes the width of a text in a column, which may ask for more room now.
  func note(_ width: Int, inColumn id: String) {
    guard width > columnWidths[id] else { return }
    columnWidths.note(width, in: id)
    setNeedsPreservation()
    setNeedsLayout()
    for cell in cells.values { cell.setNeedsLayout() }
  }
}
