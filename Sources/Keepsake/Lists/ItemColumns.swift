import Inventory
import Reprise

/// How a line of a list is shared out among name, place, quantity and value.
struct ItemColumns: Equatable {
  static let valueWidth = 16
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

  /// One line's texts, cut to their columns.
  struct Texts {
    var name: CellText
    var place: CellText
    var quantity: CellText
    var value: CellText
  }

  /// Cuts texts to their columns, which is done once for many frames.
  func texts(name: String, place: String, quantity: String, value: String) -> Texts {
    Texts(
      name: CellText(name, width: self.name),
      place: PathText.fitting(place, width: self.place),
      quantity: CellText(quantity, width: Self.quantityWidth - 1),
      value: CellText(value, width: Self.valueWidth - 1))
  }

  /// Draws one line, the texts in their columns.
  func draw(_ texts: Texts, on canvas: Canvas, style: Style, placeStyle: Style) {
    var x = 1
    canvas.draw(texts.name, at: Point(x: x, y: 0), style: style)
    x += name
    if place > 0 {
      canvas.draw(texts.place, at: Point(x: x + 2, y: 0), style: placeStyle)
      x += place + 2
    }
    if showsQuantity {
      x += Self.quantityWidth
      canvas.draw(texts.quantity, at: Point(x: x - texts.quantity.width, y: 0), style: style)
    }
    x += Self.valueWidth
    canvas.draw(texts.value, at: Point(x: x - texts.value.width, y: 0), style: style)
  }
}

/// The names of the columns.
final class ItemColumnHeader: View {
  private let table: TableView
  var showsPlace = true

  /// The order of the rows, told where it is not the usual one.
  var order = ItemQuery.Order.name

  /// Makes the names that stand over the rows of a table.
  init(of table: TableView) {
    self.table = table
    super.init()
  }

  override func draw(_ canvas: Canvas) {
    let insets = table.rowInsets
    let style = Style.secondary.adding(.underline)
    canvas.fill(canvas.bounds, style: style)
    let row = canvas.bounds.inset(by: EdgeInsets(left: insets.left, right: insets.right))
    canvas.inside(row) { draw(on: $0, style: style) }
  }

  private func draw(on canvas: Canvas, style: Style) {
    let columns = ItemColumns(width: canvas.bounds.width, showsPlace: showsPlace)
    let names = columns.texts(
      name: order == .name ? "Name" : "Name Z–A", place: "Place", quantity: "Qty", value: "Value")
    columns.draw(names, on: canvas, style: style, placeStyle: style)
  }
}
