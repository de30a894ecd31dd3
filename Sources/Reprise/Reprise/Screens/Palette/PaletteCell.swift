/// A row of a palette: the title with its matched letters, the reason if it is unavailable, and the keys.
final class PaletteCell: TableViewCell {
  private var keys = CellText("")
  private var matched: Set<Int> = []
  private var reason = ""
  private var isAvailable = true

  /// Shows an action.
  func show(_ entry: PaletteEntry, matched: Set<Int>) {
    text = entry.title
    keys = CellText(entry.keyText)
    reason = entry.isAvailable ? "" : entry.reason
    isAvailable = entry.isAvailable
    self.matched = matched
    setNeedsDisplay()
  }

  override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    let isSelected = rowStyle != .plain
    if isSelected { canvas.fill(canvas.bounds, style: rowStyle) }
    let keys = keys.truncated(toWidth: width / 2)
    canvas.draw(
      keys, at: Point(x: width - keys.width - 1, y: 0), style: isSelected ? rowStyle : .accent)
    let style = isSelected ? rowStyle : isAvailable ? .plain : .disabled
    let end = drawTitle(on: canvas, upTo: width - keys.width - 3, style: style)
    guard !reason.isEmpty else { return }
    let room = width - keys.width - 3 - end
    let text = CellText(" — \(reason)", width: max(0, room))
    canvas.draw(text, at: Point(x: end, y: 0), style: isSelected ? rowStyle : .secondary)
  }

  /// Draws the title, its matched letters underlined and bold.
  ///
  /// - Returns: The column after the title.
  private func drawTitle(on canvas: Canvas, upTo limit: Int, style: Style) -> Int {
    let shown = CellText(text, width: max(0, limit - 1))
    guard !matched.isEmpty, shown.width == CellText.width(of: text) else {
      return 1 + canvas.draw(shown, at: Point(x: 1, y: 0), style: style)
    }
    var x = 1
    for (index, character) in text.enumerated() {
      let style = matched.contains(index) ? style.adding([.bold, .underline]) : style
      x += canvas.draw(String(character), at: Point(x: x, y: 0), style: style)
    }
    return x
  }
}
