import Inventory
import Reprise

/// The row of an item.
final class ItemCell: TableViewCell {
  var showsPlace = true {
    didSet { if showsPlace != oldValue { setNeedsLayout() } }
  }

  private var row: ItemRow?
  private var context: AppContext?
  /// Category, maker, tags and date, looked up only if there is room for them.
  private var traits: ItemColumns.Traits?
  private var value = ""
  /// Whether a file of the item is missing.
  private var isIncomplete = false
  /// Whether changes of the item wait to be saved.
  private var hasDraft = false
  /// Whether two homes wrote something else of the item.
  private var isInConflict = false
  private var columns = ItemColumns(width: 0)
  private var texts: ItemColumns.Texts?

  /// Shows an item.
  func show(_ row: ItemRow, in context: AppContext) {
    self.row = row
    isIncomplete = context.attachments.incompleteItems.contains(row.uuid)
    hasDraft = context.drafts.draftedItems.contains(row.uuid)
    isInConflict = context.conflicts.marks.items.contains(row.uuid)
    self.context = context
    traits = nil
    value =
      row.isSold
      ? "sold"
      : row.valuation(in: context.store.database.currency).text(context.preferences.customs)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    columns = ItemColumns(width: bounds.width, showsPlace: showsPlace)
    if columns.showsTraits, traits == nil { traits = row.flatMap(traits(of:)) }
    texts = row.map { row in
      columns.texts(
        name: row.name, place: row.placePath ?? "", traits: traits ?? ItemColumns.Traits(),
        quantity: row.quantity == 1 ? "" : Quantity.text(row.quantity), value: value)
    }
  }

  private func traits(of row: ItemRow) -> ItemColumns.Traits? {
    guard
      let found = context?.notices.attempt({ try context?.store.items.traits(of: row.uuid) }) ?? nil
    else {
      return nil
    }
    return ItemColumns.Traits(
      category: found.category, maker: found.manufacturer, tags: found.tags,
      date: found.purchaseDate.flatMap { context?.preferences.customs.text(of: $0) } ?? "")
  }

  override func draw(_ canvas: Canvas) {
    guard let texts else { return }
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let placeStyle = rowStyle == .plain ? .secondary : rowStyle
    columns.draw(texts, on: canvas, style: rowStyle, placeStyle: placeStyle)
    if isIncomplete {
      canvas.draw("!", at: .zero, style: rowStyle == .plain ? .warning : rowStyle)
    } else if isInConflict {
      canvas.draw("⇄", at: .zero, style: rowStyle == .plain ? .warning : rowStyle)
    } else if hasDraft {
      canvas.draw("✎", at: .zero, style: rowStyle == .plain ? .secondary : rowStyle)
    } else if row?.isPrivate == true {
      canvas.draw("⚷", at: .zero, style: rowStyle == .plain ? .secondary : rowStyle)
    }
  }
}
