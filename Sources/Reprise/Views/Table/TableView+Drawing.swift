import Foundation

extension TableView {
  /// The columns on either side that rows leave to marks: to the left for selecting and deleting them,
  /// to the right for how far down the table is.
  ///
  /// For what stands in line with the rows, as the names of their columns; holds after a layout.
  public var rowInsets: EdgeInsets {
    EdgeInsets(
      left: (isEditing ? 2 : 0) + (allowsMultipleSelection ? 2 : 0), right: showsScrollMark ? 1 : 0)
  }

  func drawRows(on canvas: Canvas) {
    if geometry.rowCount == 0 {
      drawPlaceholder(on: canvas)
    }
    let selected = indexPathForSelectedRow.flatMap(geometry.slot(of:))
    var slot = geometry.slot(atLine: topLine)
    var y = geometry.line(ofSlot: slot) - topLine
    while y < canvas.bounds.height, slot < geometry.slotCount {
      if let cell = cells[slot] {
        draw(cell, inSlot: slot, isSelected: slot == selected, on: canvas)
      } else if case .header(let title) = geometry.content(ofSlot: slot) {
        let width = canvas.bounds.width - 2
        canvas.draw(title, at: Point(x: 1, y: y), width: width, style: .secondary.adding(.bold))
      }
      y += geometry.height(ofSlot: slot)
      slot += 1
    }
    drawScrollMark(on: canvas)
  }

  private func draw(
    _ cell: TableViewCell, inSlot slot: Int, isSelected: Bool, on canvas: Canvas
  ) {
    cell.rowStyle = isSelected ? selectionStyle : .plain
    let y = cell.frame.minY
    if isEditing { canvas.draw("⊖", at: Point(x: 0, y: y), style: .destructive) }
    if allowsMultipleSelection, case .row(let path) = geometry.content(ofSlot: slot),
      markedPaths.contains(path)
    {
      canvas.draw("✓", at: Point(x: isEditing ? 2 : 0, y: y), style: .plain.adding(.bold))
    }
    let outer = canvas.enter(cell.frame)
    if !canvas.isClipped { cell.drawRow(on: canvas) }
    canvas.leave(to: outer)
  }

  /// Reverse video while keys go here, bold while they go elsewhere.
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
    let y = geometry.line(ofSlot: slot) - topLine
    guard (0..<bounds.height).contains(y) else { return nil }
    return Point(x: rowInsets.left, y: y)
  }
}
