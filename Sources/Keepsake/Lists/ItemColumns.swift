import Inventory
import Reprise

/// How a line of a list is shared out among name, place, quantity and value.
struct ItemColumns: Equatable {
  static let valueWidth = 14
  static let quantityWidth = 7

  let name: Int
  let place: Int
  let showsQuantity: Bool

  init(width: Int, showsPlace: Bool = true) {
    showsQuantity = width >= 60
    let right = Self.valueWidth + (showsQuantity ? Self.quantityWidth : 0)
    let rest = max(0, width - right - 2)
    place = showsPlace && width >= 60 ? rest * 2 / 5 : 0
    name = rest - (place > 0 ? place + 2 : 0)
  }

  /// Draws one line, the texts in their columns.
  func draw(
    name text: String, place path: String, quantity: String, value: String, on canvas: Canvas,
    style: Style, placeStyle: Style
  ) {
    var x = 1
    canvas.draw(text, at: Point(x: x, y: 0), width: name, style: style)
    x += name
    if place > 0 {
      canvas.draw(path, at: Point(x: x + 2, y: 0), width: place, style: placeStyle)
      x += place + 2
    }
    if showsQuantity {
      drawRight(quantity, from: x, width: Self.quantityWidth, on: canvas, style: style)
      x += Self.quantityWidth
    }
    drawRight(value, from: x, width: Self.valueWidth, on: canvas, style: style)
  }

  private func drawRight(
    _ text: String, from x: Int, width: Int, on canvas: Canvas, style: Style
  ) {
    let cells = CellText(text).truncated(toWidth: width - 1)
    canvas.draw(cells, at: Point(x: x + width - cells.width, y: 0), style: style)
  }
}

/// The names of the columns.
final class ItemColumnHeader: View {
  var showsPlace = true

  override func draw(_ canvas: Canvas) {
    let columns = ItemColumns(width: canvas.bounds.width - 1, showsPlace: showsPlace)
    let style = Style([.dim, .underline])
    canvas.fill(canvas.bounds, style: style)
    columns.draw(
      name: "Name", place: "Place", quantity: "Qty", value: "Value", on: canvas, style: style,
      placeStyle: style)
  }
}
