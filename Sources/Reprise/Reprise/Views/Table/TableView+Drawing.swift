import Foundation

extension TableView {
  /// The columns on both sides that rows leave to marks: at the left for selecting and deleting, at the
  /// right for moving and for the scroll mark.
  ///
  /// Use it after a layout to align other views with the rows, such as the names of columns.
  public var rowInsets: EdgeInsets {
    EdgeInsets(
      left: (isEditing ? 2 : 0) + (allowsMultipleSelection ? 2 : 0),
      right: (showsReorderControl ? Self.gripWidth : 0) + (showsScrollMark ? 1 : 0))
  }

  func drawRows(on canvas: Canvas) {
    if geometry.rowCount == 0 {
      drawPlaceholder(on: canvas)
    }
    // What is asked for at every row is asked for once: drawing changes nothing.
    let (geometry, cells, height) = (geometry, cells, canvas.bounds.height)
    let selected = indexPathForSelectedRow.flatMap(geometry.slot(of:))
    let (selectionStyle, hasMarks) = (selectionStyle, isEditing || allowsMultipleSelection)
    var slot = geometry.slot(atLine: topLine)
    var y = geometry.line(ofSlot: slot) - topLine
    while y < height, slot < geometry.slotCount {
      let shown = drag == nil ? slot : slotShown(at: slot)
      if let cell = cells[shown] {
        cell.rowStyle = shown == selected ? selectionStyle : .plain
        if hasMarks { drawMarks(ofSlot: shown, beside: cell, on: canvas) }
        let outer = canvas.enter(cell.frame)
        if !canvas.isClipped { cell.drawRow(on: canvas) }
        canvas.leave(to: outer)
      } else if case .header(let title) = geometry.content(ofSlot: shown) {
        let width = canvas.bounds.width - 2
        canvas.draw(title, at: Point(x: 1, y: y), width: width, style: .secondary.adding(.bold))
      }
      y += geometry.height(ofSlot: shown)
      slot += 1
    }
    drawScrollMark(on: canvas)
  }

  private func drawMarks(ofSlot slot: Int, beside cell: TableViewCell, on canvas: Canvas) {
    let y = cell.frame.minY
    if cell.showsReorderControl {
      canvas.draw("≡", at: Point(x: cell.frame.maxX, y: y), style: .secondary)
    }
    if isEditing { canvas.draw("⊖", at: Point(x: 0, y: y), style: .destructive) }
    if allowsMultipleSelection, case .row(let path) = geometry.content(ofSlot: slot),
      markedPaths.contains(path)
    {
      canvas.draw("✓", at: Point(x: isEditing ? 2 : 0, y: y), style: .plain.adding(.bold))
    }
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

  var positionOfSelection: Point? {
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) else { return nil }
    let y = drag == nil ? geometry.line(ofSlot: slot) - topLine : cells[slot]?.frame.minY ?? -1
    guard (0..<bounds.height).contains(y) else { return nil }
    return Point(x: rowInsets.left, y: y)
  }
}
