/// Shows a presented controller: framed in the middle if there is room, else over the whole window.
///
/// The title is in the frame, or in a row above the content; a stack of screens has its own bar
/// instead. Esc closes the sheet unless the screen takes Esc itself or declines to close.
final class SheetView: View {
  /// The widest sheet without a size of its own, in columns.
  private static let widest = 84

  /// The tallest sheet without a size of its own, in rows.
  private static let tallest = 30

  /// The frame, and the space around the content.
  private static let margin = EdgeInsets(top: 1, left: 2, bottom: 1, right: 2)

  let controller: ViewController

  init(controller: ViewController) {
    self.controller = controller
    super.init()
    addSubview(controller.view)
    if controller is NavigationController { return }
    controller.navigationItem.didChange = { [weak self] in self?.setNeedsLayout() }
  }

  // MARK: - Closing

  override var isAroundScreens: Bool { true }

  override var actions: [Action] { controller.isModalInPresentation ? [] : [closeAction] }

  private lazy var closeAction = Action(
    "sheet.close", "Close", "Esc", "^C", role: .cancel, for: controller
  ) { $0.presentingViewController?.dismiss() }

  // MARK: - Layout

  /// The frame of the sheet in the content of a window.
  func frame(in content: Rect) -> Rect {
    guard let size = framedSize(in: content) else { return content }
    return Rect(
      x: content.minX + (content.width - size.width) / 2,
      y: content.minY + (content.height - size.height) / 2, width: size.width,
      height: size.height)
  }

  /// The size with its frame; `nil` if the sheet covers everything.
  ///
  /// A sheet with a size of its own is framed wherever it fits, any other only in a large window.
  private func framedSize(in content: Rect) -> Size? {
    guard controller.modalPresentationStyle == .formSheet else { return nil }
    if let wanted = wantedSize(in: content.size) {
      guard wanted.width <= content.width, wanted.height <= content.height else { return nil }
      return wanted
    }
    guard content.width >= 90, content.height >= 24 else { return nil }
    return Size(
      width: min(content.width - 8, Self.widest), height: min(content.height - 4, Self.tallest))
  }

  /// The size that the controller asks for, with its frame.
  private func wantedSize(in room: Size) -> Size? {
    let margin = Self.margin
    var titleWidth = title.map { CellText.width(of: $0) } ?? 0
    var content = controller.preferredContentSize
    if controller.fitsContentSize {
      let widest = Size(width: min(room.width, Self.widest), height: room.height)
      let most = widest.inset(by: margin)
      content = controller.view.sizeThatFits(most)
      titleWidth = min(titleWidth, most.width)
    }
    guard !content.isEmpty else { return nil }
    return Size(width: max(content.width, titleWidth), height: content.height).outset(by: margin)
  }

  private var hasFrame: Bool {
    guard let window else { return false }
    return framedSize(in: window.bounds.inset(by: EdgeInsets(bottom: 1))) != nil
  }

  override func layoutSubviews() {
    let bar = EdgeInsets(top: title == nil ? 0 : 1)
    controller.view.frame = bounds.inset(by: hasFrame ? Self.margin : bar)
  }

  // MARK: - Drawing

  /// The title that the sheet shows itself.
  private var title: String? {
    let title = controller.navigationItem.title
    return controller is NavigationController || title.isEmpty ? nil : title
  }

  override func draw(_ canvas: Canvas) {
    canvas.fill(canvas.bounds)
    if hasFrame { canvas.drawBox(canvas.bounds, style: .secondary) }
    guard let title else { return }
    let text = hasFrame ? " \(title) " : title
    canvas.draw(
      text, at: Point(x: 1, y: 0), width: max(0, canvas.bounds.width - 2), style: .title)
  }
}

extension Canvas {
  /// Draws a box of lines along the inner edge of a rectangle.
  public func drawBox(_ rect: Rect, style: Style = .plain) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    for y in [rect.minY, bottom] {
      let edge = Rect(x: rect.minX, y: y, width: rect.width, height: 1)
      fill(edge, with: .horizontalLine, style: style)
    }
    for x in [rect.minX, right] {
      let edge = Rect(x: x, y: rect.minY, width: 1, height: rect.height)
      fill(edge, with: .verticalLine, style: style)
    }
    draw("┌", at: rect.origin, style: style)
    draw("┐", at: Point(x: right, y: rect.minY), style: style)
    draw("└", at: Point(x: rect.minX, y: bottom), style: style)
    draw("┘", at: Point(x: right, y: bottom), style: style)
  }
}
