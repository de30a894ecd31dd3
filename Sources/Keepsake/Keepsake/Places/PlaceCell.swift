import Inventory
import Reprise

/// The row of a place, with the number of items in it and their value.
final class PlaceCell: TableViewCell {
  private var count = 0
  private var isEmpty = false
  private var isPrivate = false
  private var isInConflict = false
  private var hasPhoto = false
  private var value = ""
  private var isEstimated = false

  /// Shows a place.
  ///
  /// - Parameters:
  ///   - place: `nil` for the items without any.
  ///   - totals: `nil` if not known yet.
  func show(
    _ name: String, place: Place? = nil, count: Int, totals: Totals?, in context: AppContext
  ) {
    text = name
    isPrivate = place?.isPrivate ?? false
    isInConflict = place.map { !context.conflicts.rows(of: .place($0.uuid)).isEmpty } ?? false
    hasPhoto = place?.photoFile != nil
    self.count = count
    isEmpty = count == 0 && place.map { context.isEmpty($0) } == true
    value =
      totals.map { $0.amount(context.store.database.currency, context.preferences.customs) } ?? ""
    isEstimated = totals.map { $0.estimated > 0 } ?? false
    setNeedsDisplay()
  }

  override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let amount = CellText(value)
    let beside = rowStyle == .plain ? Style.secondary : rowStyle
    if isInConflict {
      canvas.draw("⇄", at: .zero, style: rowStyle == .plain ? .warning : rowStyle)
    } else if isPrivate {
      canvas.draw("⚷", at: .zero, style: beside)
    }
    drawDisclosure(on: canvas)
    let contents = isEmpty ? "empty" : Figures.items(count)
    let items = CellText("  " + contents + (hasPhoto ? " · photo" : ""))
    let start = 1 + indentation
    let room = width - amount.width - 3 - start
    let name = CellText(text).truncated(toWidth: max(0, room - items.width))
    let x = canvas.draw(
      name, at: Point(x: start, y: 0), style: isEmpty ? beside : rowStyle.adding(.bold))
    let end = start + x
    canvas.draw(
      items.truncated(toWidth: max(0, start + room - end)), at: Point(x: end, y: 0), style: beside)
    canvas.draw(
      amount, at: Point(x: width - 1 - amount.width, y: 0), style: isEstimated ? beside : rowStyle)
  }
}

extension AppContext {
  /// Whether a place contains neither items nor places, private items included.
  fileprivate func isEmpty(_ place: Place) -> Bool {
    guard place.subtreeItemCount == 0, place.placeCount == 0 else { return false }
    guard store.privacy.isOpen else { return true }
    return (notices.attempt { try store.privacy.openItemCount(in: place.uuid) } ?? 0) == 0
  }
}
