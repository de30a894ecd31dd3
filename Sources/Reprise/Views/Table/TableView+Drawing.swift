import Foundation

extension TableView {
  /// The columns on either side that rows leave to marks: to the left for deleting them, to the right
  /// for how far down the table is.
  ///
  /// For what stands in line with the rows, as the names of their columns; holds after a layout.
  public var rowInsets: EdgeInsets {
    EdgeInsets(left: isEditing ? 2 : 0, right: geometry.lineCount > bounds.height ? 1 : 0)
  }

  func drawRows(on canvas: Canvas) {
    if geometry.rowCount == 0 {
      drawPlaceholder(on: canvas)
    }
    let selected = indexPathForSelectedRow.flatMap(geometry.line(of:))
    for y in 0..<canvas.bounds.height {
      let line = topLine + y
      if let cell = cells[line] {
        draw(cell, y: y, isSelected: line == selected, on: canvas)
      } else if case .header(let title) = geometry.content(ofLine: line) {
        let width = canvas.bounds.width - 2
        canvas.draw(title, at: Point(x: 1, y: y), width: width, style: .secondary.adding(.bold))
      }
    }
    canvas.drawScrollMark(topLine: topLine, lineCount: geometry.lineCount)
  }

  private func draw(_ cell: TableViewCell, y: Int, isSelected: Bool, on canvas: Canvas) {
    cell.rowStyle = isSelected ? selectionStyle : .plain
    if isEditing { canvas.draw("⊖", at: Point(x: 0, y: y), style: .destructive) }
    canvas.inside(cell.frame) { cell.draw($0) }
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
    guard let path = indexPathForSelectedRow, let line = geometry.line(of: path),
      (0..<bounds.height).contains(line - topLine)
    else { return nil }
    return Point(x: isEditing ? 2 : 0, y: line - topLine)
  }
}
