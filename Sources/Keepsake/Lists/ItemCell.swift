import Inventory
import Reprise

/// One item in a list.
final class ItemCell: TableViewCell {
  var showsPlace = true
  private var row: ItemRow?
  private var value = ""
  private var quantity = ""

  /// Takes over what the line says.
  func show(_ row: ItemRow, currency: Currency) {
    self.row = row
    value = Figures.money(row.unitValue, currency: currency)
    quantity = row.quantity == 1 ? "" : Quantity.text(row.quantity)
  }

  override func draw(_ canvas: Canvas) {
    guard let row else { return }
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let columns = ItemColumns(width: canvas.bounds.width, showsPlace: showsPlace)
    let placeStyle = rowStyle == .plain ? Style(.dim) : rowStyle
    columns.draw(
      name: row.name, place: row.placePath ?? "", quantity: quantity, value: value, on: canvas,
      style: rowStyle, placeStyle: placeStyle)
  }
}
