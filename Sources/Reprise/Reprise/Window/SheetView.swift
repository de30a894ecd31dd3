/// Shows a presented controller: framed in the middle if there is room, else over the whole window.
///
/// The title is in the frame, or in a row above the content; a stack of screens has its own bar
/// instead. Esc closes the sheet unless the screen takes Esc itself or declines to close.
final class SheetView: View {
  /// The narrowest sheet around content that it measures, in columns: room to type into a form.
  private static let narrowest = 72

  /// The lowest window with a framed sheet that isn't measured, and the lowest such sheet, in rows.
  private static let lowest = 8

  /// The frame, and the space around the content.
  private static let margin = EdgeInsets(top: 1, left: 2, bottom: 1, right: 2)

  let controller: ViewController

  init(controller: ViewController) {
    self.controller = controller
    super.init()
    surfaceLevel = .raised
    addSubview(controller.view)
    if let stack = controller as? NavigationController {
      stack.showInSheet()
    } else {
      controller.navigationItem.didChange = { [weak self] in self?.setNeedsLayout() }
    }
  }

  // MARK: - Closing

  override var isAroundScreens: Bool { true }

  override var actions: [Action] { controller.isModalInPresentation ? [] : [closeAction] }

  private lazy var closeAction = Action(
    "sheet.close", "Close", "Esc", "^C", role: .cancel, for: controller
  ) { $0.presentingViewController?.dismiss() }

  /// The screen in the sheet, in a stack the top one: it says how the sheet looks.
  private var screen: ViewController {
    (controller as? NavigationController)?.topViewController ?? controller
  }

  /// The wishes of the screen.
  private var presentation: SheetPresentationController { screen.sheetPresentationController }

  /// Whether everything behind is quiet.
  var dimsBackground: Bool { presentation.dimsBackground }

  // MARK: - Layout

  /// The frame of the sheet in the content of a window.
  func frame(in content: Rect) -> Rect {
    let size = framedSize(in: content)
    hasFrame = size != nil
    guard let size else { return content }
    return Rect(
      x: content.minX + (content.width - size.width) / 2,
      y: content.minY + (content.height - size.height) / 2, width: size.width,
      height: size.height)
  }

  /// The size with its frame; `nil` if the sheet covers everything.
  ///
  /// A sheet with a size of its own, or around content that it can measure, is framed wherever it fits; any other
  /// only in a large window.
  private func framedSize(in content: Rect) -> Size? {
    guard controller.modalPresentationStyle == .formSheet else { return nil }
    if let wanted = wantedSize(in: content.size) {
      guard wanted.width <= content.width, wanted.height <= content.height else { return nil }
      return wanted
    }
    let isLarge = content.width >= 90 && content.height >= 24
    let limit = presentation.maximumSize
    let most = Size(
      width: min(content.width - 8, limit.width), height: min(content.height - 4, limit.height))
    if presentation.detent != .content { return size(of: presentation.detent, in: content, most) }
    guard let fitting = fittingSize(in: content.size) else { return isLarge ? most : nil }
    if isLarge { return Size(width: fitting.width, height: min(fitting.height, most.height)) }
    return fitting.height <= content.height ? fitting : nil
  }

  /// The size of a sheet that isn't measured; `nil` in a window without room for a frame.
  private func size(
    of detent: SheetPresentationController.Detent, in content: Rect, _ most: Size
  ) -> Size? {
    guard content.width >= Self.narrowest, content.height >= Self.lowest else { return nil }
    guard detent == .medium else { return most }
    return Size(width: most.width, height: min(most.height, max(Self.lowest, content.height / 2)))
  }

  /// The size that the controller asks for, with its frame.
  private func wantedSize(in room: Size) -> Size? {
    let margin = Self.margin
    var titleWidth = title.map { CellText.width(of: $0) } ?? 0
    var content = controller.preferredContentSize
    if controller.fitsContentSize {
      let widest = Size(width: min(room.width, presentation.maximumSize.width), height: room.height)
      let most = widest.inset(by: margin)
      content = controller.view.sizeThatFits(most)
      titleWidth = min(titleWidth, most.width)
    }
    guard !content.isEmpty else { return nil }
    return Size(width: max(content.width, titleWidth), height: content.height).outset(by: margin)
  }

  /// The size that the content needs, with the frame; `nil` if the content can't be measured.
  private func fittingSize(in room: Size) -> Size? {
    let view = screen.view
    guard view.measuresContent else { return nil }
    let widest = min(room.width - 8, presentation.maximumSize.width)
    let most = Size(width: widest, height: .max).inset(by: Self.margin)
    guard most.width > 0 else { return nil }
    let needed = view.sizeThatFits(most)
    let titleWidth = title.map { CellText.width(of: $0) } ?? 0
    let width = min(most.width, max(needed.width, titleWidth, Self.narrowest))
    return Size(width: width, height: max(1, needed.height)).outset(by: Self.margin)
  }

  /// Whether there is a frame, in the window that the last layout was for.
  private var hasFrame = false {
    didSet { if hasFrame != oldValue { setNeedsLayout() } }
  }

  override func layoutSubviews() {
    if let stack = controller as? NavigationController {
      stack.view.frame = bounds
      stack.frameMargin = hasFrame ? Self.margin : nil
      stack.isFrameFocused = true
      return
    }
    let bar = EdgeInsets(top: title == nil ? 0 : 1)
    controller.view.frame = bounds.inset(by: hasFrame ? Self.margin : bar)
  }

  // MARK: - Drawing

  /// The title that the sheet shows itself.
  private var title: String? {
    let title = controller.navigationItem.title
    return controller is NavigationController || title.isEmpty ? nil : title
  }

  /// The detail at the right of the frame; a stack of screens shows its own.
  private var detail: String {
    controller is NavigationController ? "" : controller.navigationItem.detail
  }

  override func draw(_ canvas: Canvas) {
    if hasFrame {
      canvas.drawFrame(
        canvas.bounds, title: title ?? "", detail: detail, isFocused: true)
    } else if let title {
      canvas.draw(
        title, at: Point(x: 1, y: 0), width: max(0, canvas.bounds.width - 2), style: .title)
    }
  }
}

/// Draws everything behind the front sheet in one quiet role.
final class BackdropView: View {
  /// Clicks go to the views behind, as if there were no backdrop.
  override func hitTest(_ point: Point) -> (view: View, point: Point)? { nil }

  override func draw(_ canvas: Canvas) { canvas.quieten(canvas.bounds) }
}
