import Inventory
import Reprise

/// One place in a list, with the number of items in it.
final class PlaceCell: TableViewCell {
  override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let style = rowStyle.adding(.bold)
    let count = CellText(detailText)
    canvas.draw("▸", at: Point(x: 1, y: 0), style: rowStyle)
    canvas.draw(text, at: Point(x: 3, y: 0), width: width - count.width - 6, style: style)
    canvas.draw(count, at: Point(x: width - count.width - 1, y: 0), style: rowStyle)
  }
}
