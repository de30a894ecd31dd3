/// The bar of a stack: the way back, the title, and a short text at the right.
final class NavigationBar: View {
  var title = "" {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }
  var detail = "" {
    didSet { if detail != oldValue { setNeedsDisplay() } }
  }
  var backTitle: String? {
    didSet { if backTitle != oldValue { setNeedsDisplay() } }
  }

  /// Called when the person clicks on the way back.
  var didGoBack: () -> Void = {}

  override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    canvas.fill(canvas.bounds, style: .title)
    var x = 1
    if let backTitle {
      let back = CellText("‹ \(backTitle)").truncated(toWidth: width / 3)
      x += canvas.draw(back, at: Point(x: x, y: 0), style: .accent) + 2
    }
    // The text at the right may have what the title leaves, and half of the bar anyway.
    let left = width - x - CellText.width(of: title) - 4
    let detail = CellText(detail).truncated(toWidth: max(0, width / 2 - 2, left))
    let room = width - x - (detail.width > 0 ? detail.width + 3 : 1)
    canvas.draw(title, at: Point(x: x, y: 0), width: max(0, room), style: .title)
    canvas.draw(detail, at: Point(x: width - detail.width - 1, y: 0), style: .plain)
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press, backTitle != nil, point.x < bounds.width / 3 else { return false }
    didGoBack()
    return true
  }
}
