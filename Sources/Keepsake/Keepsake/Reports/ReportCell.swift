import Reprise

/// A line of the reports: a title, a bar if there is room, an amount.
final class ReportCell: TableViewCell {
  private var row: ReportRow?

  /// The cells of the longest bar.
  private static let barWidth = 20

  /// Shows a line.
  func show(_ row: ReportRow) {
    self.row = row
    setNeedsDisplay()
  }

  override func draw(_ canvas: Canvas) {
    guard let row else { return }
    let width = canvas.bounds.width
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let style = row.isWarning && rowStyle == .plain ? Style.warning : rowStyle
    let beside = rowStyle == .plain ? Style.secondary : rowStyle
    let value = CellText(row.value)
    let right = width - 1 - (value.width > 0 ? max(value.width, 14) : 0)
    canvas.draw(value, at: Point(x: width - 1 - value.width, y: 0), style: style)
    let hasBars = width >= 60 && row.share != nil
    let end = hasBars ? right - Self.barWidth - 2 : right
    if hasBars, let share = row.share {
      let bar = BarView.text(share: share, width: Self.barWidth)
      canvas.draw(bar, at: Point(x: end + 1, y: 0), style: rowStyle == .plain ? .accent : rowStyle)
    }
    let left = 1 + 2 * min(row.depth, 8)
    let isRule = row.value.isEmpty && row.depth > 0
    var x = left
    x += canvas.draw(
      row.title, at: Point(x: x, y: 0), width: max(0, end - x - 1), style: isRule ? beside : style)
    if !row.remark.isEmpty {
      canvas.draw(
        row.remark, at: Point(x: x + 2, y: 0), width: max(0, end - x - 3), style: beside)
    }
  }
}
