/// Holds a presented controller's view: framed in the middle where there is room, else over all.
final class SheetView: View {
  /// The widest sheet, in columns.
  private static let widest = 84

  /// The tallest sheet, in rows.
  private static let tallest = 30

  let controller: ViewController

  init(controller: ViewController) {
    self.controller = controller
    super.init()
    addSubview(controller.view)
  }

  /// Where the sheet stands in a window's content.
  func frame(in content: Rect) -> Rect {
    guard isFramed(in: content) else { return content }
    let width = min(content.width - 8, Self.widest)
    let height = min(content.height - 4, Self.tallest)
    return Rect(
      x: content.minX + (content.width - width) / 2,
      y: content.minY + (content.height - height) / 2, width: width, height: height)
  }

  private func isFramed(in content: Rect) -> Bool {
    controller.modalPresentationStyle == .formSheet && content.width >= 90 && content.height >= 24
  }

  private var hasFrame: Bool {
    guard let window else { return false }
    return isFramed(in: window.bounds.inset(by: EdgeInsets(bottom: 1)))
  }

  override func layoutSubviews() {
    let margin = hasFrame ? EdgeInsets(top: 1, left: 2, bottom: 1, right: 2) : .zero
    controller.view.frame = bounds.inset(by: margin)
  }

  override func draw(_ canvas: Canvas) {
    canvas.fill(canvas.bounds)
    if hasFrame { canvas.drawBox(canvas.bounds, style: Style(foreground: .brightBlack)) }
  }
}

extension Canvas {
  /// Draws a frame of lines just inside a rectangle.
  public func drawBox(_ rect: Rect, style: Style = .plain) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let line = String(repeating: "─", count: rect.width - 2)
    draw("┌\(line)┐", at: rect.origin, style: style)
    draw("└\(line)┘", at: Point(x: rect.minX, y: rect.maxY - 1), style: style)
    for y in rect.minY + 1..<rect.maxY - 1 {
      draw("│", at: Point(x: rect.minX, y: y), style: style)
      draw("│", at: Point(x: rect.maxX - 1, y: y), style: style)
    }
  }
}
