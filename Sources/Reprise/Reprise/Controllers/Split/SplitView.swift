/// Both sides of a split and the line between them, or one of both.
final class SplitView: View {
  private weak var controller: SplitViewController?

  init(_ controller: SplitViewController) {
    self.controller = controller
    super.init()
  }

  override func layoutSubviews() { controller?.arrange(in: self) }

  override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    guard let controller, !controller.isCollapsed else { return }
    let x = controller.primaryWidth(in: canvas.bounds.width)
    for y in 0..<canvas.bounds.height {
      canvas.draw("│", at: Point(x: x, y: y), style: .secondary)
    }
  }
}
