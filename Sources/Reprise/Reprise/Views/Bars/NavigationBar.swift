/// The bar of a stack: the way back, the title, and a short text at the right.
final class NavigationBar: View {
  var title = "" {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }
  var detail = "" {
    didSet { if detail != oldValue { setNeedsDisplay() } }
  }
  var shorterDetails: [String] = [] {
    didSet { if shorterDetails != oldValue { setNeedsDisplay() } }
  }
  var backTitle: String? {
    didSet { if backTitle != oldValue { setNeedsDisplay() } }
  }

  /// Whether the bar is the upper edge of a frame, which the view around draws.
  var isInFrame = false {
    didSet { if isInFrame != oldValue { setNeedsDisplay() } }
  }

  /// Whether that frame has the focus.
  var isFrameFocused = false {
    didSet { if isFrameFocused != oldValue { setNeedsDisplay() } }
  }

  /// Called when the person clicks on the way back.
  var didGoBack: () -> Void = {}

  override func draw(_ canvas: Canvas) {
    if isInFrame { return drawInFrame(on: canvas) }
    let width = canvas.bounds.width
    canvas.fill(canvas.bounds, style: .title)
    var x = 1
    if let backTitle {
      let back = CellText("‹ \(backTitle)").truncated(toWidth: width / 3)
      x += canvas.draw(back, at: Point(x: x, y: 0), style: .accent) + 2
    }
    let left = width - x - CellText.width(of: title) - 4
    let detail = detail(beside: left, half: width / 2 - 2)
    let room = width - x - (detail.width > 0 ? detail.width + 3 : 1)
    canvas.draw(title, at: Point(x: x, y: 0), width: max(0, room), style: .title)
    canvas.draw(detail, at: Point(x: width - detail.width - 1, y: 0), style: .plain)
  }

  /// Draws the texts over the line of the frame, each with a space before and after it.
  private func drawInFrame(on canvas: Canvas) {
    let end = canvas.bounds.width - 2
    var x = 1
    if let backTitle {
      let back = CellText(" ‹ \(backTitle) ").truncated(toWidth: max(0, end / 3))
      x += canvas.draw(back, at: Point(x: x, y: 0), style: .accent)
    }
    let left = end - x - CellText.width(of: title) - 5
    let detail = detail(beside: left, half: end / 2 - 2)
    let room = end - x - (detail.width > 0 ? detail.width + 4 : 0)
    let style = isFrameFocused ? Style(.bold, role: .borderFocused) : .title
    if !title.isEmpty {
      canvas.draw(" \(title) ", at: Point(x: x, y: 0), width: max(0, room), style: style)
    }
    guard detail.width > 0 else { return }
    let place = Point(x: end - detail.width - 2, y: 0)
    canvas.draw(" ", at: place)
    canvas.draw(detail, at: place.offsetBy(dx: 1, dy: 0), style: .plain)
    canvas.draw(" ", at: place.offsetBy(dx: detail.width + 1, dy: 0))
  }

  /// The text at the right: the longest form that the title leaves room for.
  ///
  /// It may have half of the bar anyway: the last form, if there are several, or else as much as fits.
  private func detail(beside left: Int, half: Int) -> CellText {
    let forms = ([detail] + shorterDetails).map { CellText($0) }
    if let form = forms.first(where: { $0.width <= left }) { return form }
    if forms.count == 1 { return forms[0].truncated(toWidth: max(0, half, left)) }
    return forms.last { $0.width <= half } ?? CellText("")
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press, backTitle != nil, point.x < bounds.width / 3 else { return false }
    didGoBack()
    return true
  }
}
