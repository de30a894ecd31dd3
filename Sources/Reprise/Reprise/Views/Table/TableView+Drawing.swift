extension TableView {
  /// The columns on both sides of the rows: at the left for marks, at the right for grips and for the scroll mark.
  ///
  /// Use it after a layout to align other views with the rows, such as the names of columns.
  public var rowInsets: EdgeInsets {
    EdgeInsets(
      left: allowsMultipleSelection ? Self.markWidth : 0,
      right: (showsReorderControl ? Self.gripWidth : 0) + (showsScrollMark ? 1 : 0))
  }

  /// The columns of the marks; a row begins with a blank of its own.
  private static let markWidth = 1

  /// Draws the rows on screen and the scroll mark, or the placeholder.
  func drawRows(on canvas: Canvas) {
    if geometry.rowCount == 0 {
      drawPlaceholder(on: canvas)
    }
    for column in slotColumns { drawRows(of: column, on: canvas) }
    drawScrollMark(on: canvas)
  }

  private func drawRows(of column: SlotColumn, on canvas: Canvas) {
    // Values needed for every row are read once: drawing changes nothing.
    let (geometry, cells, height) = (geometry, cells, canvas.bounds.height)
    let selected = indexPathForSelectedRow.flatMap(geometry.slot(of:))
    let (selectionStyle, hasMarks) = (selectionStyle, isEditing || !marks.isEmpty)
    var slot = firstSlot(of: column)
    var y = geometry.line(ofSlot: slot) - topLine
    while y < height, slot < column.slots.upperBound {
      let shown = drag == nil ? slot : slotShown(at: slot)
      if let cell = cells[shown] {
        cell.rowStyle = shown == selected ? selectionStyle : .plain
        if hasMarks { drawMarks(beside: cell, on: canvas) }
        let outer = canvas.enter(cell.frame)
        if !canvas.isClipped { cell.drawRow(on: canvas) }
        canvas.leave(to: outer)
      } else if case .header(let title) = geometry.content(ofSlot: shown) {
        draw(header: title, inSlot: shown, at: y, of: column, on: canvas)
      }
      y += geometry.height(ofSlot: shown)
      slot += 1
    }
  }

  /// Draws the title of a section, below its empty lines.
  private func draw(
    header title: String, inSlot slot: Int, at y: Int, of column: SlotColumn, on canvas: Canvas
  ) {
    let place = Point(
      x: isSideBySide ? column.x + 1 : 1, y: y + geometry.height(ofSlot: slot) - 1)
    let width = (isSideBySide ? column.width : canvas.bounds.width) - 2
    canvas.draw(title, at: place, width: max(0, width), style: .secondary.adding(.bold))
  }

  private func drawMarks(beside cell: TableViewCell, on canvas: Canvas) {
    let y = cell.frame.minY
    if cell.showsReorderControl {
      canvas.draw("≡", at: Point(x: cell.frame.maxX, y: y), style: .secondary)
    }
    if cell.isMarked { canvas.draw("✓", at: Point(x: 0, y: y), style: .accent.adding(.bold)) }
  }

  /// Reversed while the table has the focus, else bold.
  private var selectionStyle: Style {
    isFirstResponder ? .selected : .title
  }

  private func drawPlaceholder(on canvas: Canvas) {
    for (row, line) in CellText.wrapped(placeholder, toWidth: canvas.bounds.width - 4).enumerated()
    {
      canvas.draw(line, at: Point(x: 2, y: row + 1), style: .secondary)
    }
  }

  /// The position of the selected row; `nil` if it isn't on screen.
  var positionOfSelection: Point? {
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) else { return nil }
    let y = drag == nil ? geometry.line(ofSlot: slot) - topLine : cells[slot]?.frame.minY ?? -1
    guard (0..<bounds.height).contains(y) else { return nil }
    let column = geometry.isInSecondColumn(slot) ? 1 : 0
    return Point(x: slotColumns[column].x, y: y)
  }
}
