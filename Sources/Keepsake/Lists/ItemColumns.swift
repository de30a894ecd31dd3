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

/// The names of the columns; a click on one sorts by it, a second click the other way round.
final class ItemColumnHeader: View {
  private let table: TableView
  var showsPlace = true

  /// The order of the rows, told where it is not the usual one.
  var order = ItemQuery.Order.name {
    didSet { if order != oldValue { setNeedsDisplay() } }
  }

  /// Called with the order that somebody clicked for.
  var didChoose: (ItemQuery.Order) -> Void = { _ in }

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
      name: name, place: title("Place", .place), quantity: title("Qty", .quantity),
      value: title("Value", .value))
    columns.draw(names, on: canvas, style: style, placeStyle: style)
  }

  /// The name of the first column, and an order that has no column.
  private var name: String {
    switch order {
    case .nameDescending: "Name Z–A"
    case .date: "Name, earliest first"
    case .dateDescending: "Name, latest first"
    default: "Name"
    }
  }

  private func title(_ name: String, _ column: ItemQuery.Order) -> String {
    order.ascending == column ? name + (order.isDescending ? " ↓" : " ↑") : name
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    let insets = table.rowInsets
    let width = bounds.width - insets.left - insets.right
    guard event.kind == .press, (0..<width).contains(point.x - insets.left) else { return false }
    let column = ItemColumns(width: width, showsPlace: showsPlace)
      .column(at: point.x - insets.left)
    // What is worth most, and of what there is most, is looked for first.
    let first = [.value, .quantity].contains(column) ? column.reversed : column
    didChoose(order.ascending == column ? order.reversed : first)
    return true
  }
}

extension ItemColumns {
  /// What the column at a cell of the row is sorted by.
  fileprivate func column(at x: Int) -> ItemQuery.Order {
    let afterName = 1 + name
    let afterPlace = afterName + (place > 0 ? place + 2 : 0)
    if x < afterName { return .name }
    if x < afterPlace { return .place }
    return showsQuantity && x < afterPlace + Self.quantityWidth ? .quantity : .value
  }
}
