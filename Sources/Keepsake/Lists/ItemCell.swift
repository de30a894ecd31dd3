import Inventory
import Reprise

/// One item in a list.
final class ItemCell: TableViewCell {
  var showsPlace = true {
    didSet { if showsPlace != oldValue { setNeedsLayout() } }
  }

  private var row: ItemRow?
  private var value = ""
  private var columns = ItemColumns(width: 0)
  private var texts: ItemColumns.Texts?

  /// Takes over what the line says.
  func show(_ row: ItemRow, currency: Currency) {
    self.row = row
    value = Figures.money(row.unitValue, currency: currency)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    columns = ItemColumns(width: bounds.width, showsPlace: showsPlace)
    texts = row.map { row in
      columns.texts(
        name: row.name, place: row.placePath ?? "",
        quantity: row.quantity == 1 ? "" : Quantity.text(row.quantity), value: value)
    }
  }

  override func draw(_ canvas: Canvas) {
    guard let texts else { return }
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let placeStyle = rowStyle == .plain ? .secondary : rowStyle
    columns.draw(texts, on: canvas, style: rowStyle, placeStyle: placeStyle)
  }
}
