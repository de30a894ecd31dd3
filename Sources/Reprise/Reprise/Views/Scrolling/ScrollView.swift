/// Shows a part of a larger content.
///
/// The position that the user chose is stored separately from the position on the screen, which a
/// small window may limit. So a window that shrinks and grows back shows what it showed before
/// (reliability T18).
open class ScrollView: View {
  /// The content, as high as it needs to be and at least as high as the scroll view; `nil` if the app
  /// places the subviews itself.
  public private(set) var contentView: View?

  /// Whether the last column shows the scroll mark when the content does not fit.
  public var showsScrollIndicator = true {
    didSet { if showsScrollIndicator != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// Whether the scroll view takes the focus while its content does not fit, so that keys scroll it.
  ///
  /// For content without controls, such as a long text: `j` `k` and the arrows scroll by a row, `^D` `^U` by half a page,
  /// the page keys by a page, `g g` and `G` to the ends. A key that leads no further is left to the screen. The position
  /// is restored if the scroll view has a restoration identifier; the wheel works in any case.
  ///
  /// ```swift
  /// let licence = ScrollView { text }
  /// licence.takesFocus = true
  /// ```
  public var takesFocus = false {
    didSet { if takesFocus != oldValue { setNeedsDisplay() } }
  }

  open override var canBecomeFirstResponder: Bool { takesFocus && maximumOffset != .zero }

  open override var actions: [Action] { takesFocus ? scrollActions : [] }

  private lazy var scrollActions = makeScrollActions()

  /// Makes a scroll view around views one below the other.
  ///
  /// The closure that makes them runs once.
  ///
  /// ```swift
  /// ScrollView {
  ///   Field("Name", TextField())
  ///   Field("About", TextView())
  /// }
  /// ```
  public convenience init(@ViewBuilder content: () -> [View]) {
    self.init()
    let views = content()
    let view = views.count == 1 ? views[0] : Column { views }
    contentView = view
    addSubview(view)
  }

  /// The size of the content.
  public var contentSize: Size = .zero {
    didSet { if contentSize != oldValue { setNeedsLayout() } }
  }

  /// The point of the content that is at the top left.
  public private(set) var contentOffset: Point = .zero

  /// The point that the person scrolled to.
  private var chosenOffset: Point = .zero {
    didSet { if chosenOffset != oldValue { setNeedsPreservation() } }
  }

  /// The view that stays visible when sizes change: the focused one.
  ///
  /// It is stored as a view, since its rectangle is known only at the layout.
  private weak var keptView: View?

  /// Whether the person scrolled away from the focus; then coming back must not scroll to it.
  private var isScrolledAway = false {
    didSet { if isScrolledAway != oldValue { setNeedsPreservation() } }
  }

  override var contentOrigin: Point { contentOffset }

  /// The largest offset that leaves no empty space at the end.
  public var maximumOffset: Point {
    Point(
      x: max(0, contentSize.width.subtracting(bounds.width)),
      y: max(0, contentSize.height.subtracting(bounds.height)))
  }

  /// Scrolls to a point, as far as the content goes.
  public func setContentOffset(_ offset: Point) {
    keptView = nil
    isScrolledAway = true
    chosenOffset = clamped(offset)
    setNeedsLayout()
  }

  /// Scrolls as little as needed to show a rectangle of the content.
  public func scrollToVisible(_ rect: Rect) {
    layoutIfNeeded()
    setContentOffset(offset(showing: rect, from: contentOffset))
  }

  /// Scrolls as little as needed to show a view of the content, and keeps it visible.
  ///
  /// - Parameter asChosen: Whether the person moved there, which makes the new position theirs.
  func keepVisible(_ view: View, asChosen: Bool) {
    if asChosen { isScrolledAway = false }
    guard !isScrolledAway else { return }
    keptView = view
    setNeedsLayout()
  }

  /// Makes the position on the screen the chosen one, as after the user moved the focus.
  func chooseShownOffset() {
    layoutIfNeeded()
    chosenOffset = contentOffset
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard !bounds.isEmpty else { return }
    placeContent()
    let chosen = clamped(chosenOffset)
    contentOffset = keptRect.map { clamped(offset(showing: $0, from: chosen)) } ?? chosen
  }

  /// Gives the content the size it needs; if it does not fit, the last column is left to the scroll
  /// mark.
  private func placeContent() {
    guard let contentView, contentView.superview === self else { return }
    var width = bounds.width
    var height = contentView.sizeThatFits(Size(width: width, height: .max)).height
    if showsScrollIndicator, height > bounds.height, width > 1 {
      width -= 1
      height = contentView.sizeThatFits(Size(width: width, height: .max)).height
    }
    let size = Size(width: width, height: max(height, bounds.height))
    contentView.frame = Rect(origin: .zero, size: size)
    contentSize = size
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    (contentView?.sizeThatFits(size) ?? contentSize).limited(to: size)
  }

  public override var naturalLength: Length { .fill(1) }

  override var arrangesSubviews: Bool { contentView != nil }

  override var measuresContent: Bool { contentView?.measuresContent ?? false }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    guard showsScrollIndicator, contentView != nil else { return }
    canvas.drawScrollMark(
      topLine: contentOffset.y, lineCount: contentSize.height, isFocused: isFirstResponder)
  }

  /// The rectangle of the view to keep visible, once the views around it are laid out.
  private var keptRect: Rect? {
    guard var view = keptView, view !== self else { return nil }
    let around = Array(sequence(first: view) { $0.superview }.prefix { $0 !== self })
    for outer in around.dropFirst().reversed() { outer.layoutIfNeeded() }
    var rect = view.bounds
    while view !== self {
      rect = rect.offsetBy(dx: view.frame.minX, dy: view.frame.minY)
      guard let outer = view.superview else { return nil }
      view = outer
    }
    return rect
  }

  private func offset(showing rect: Rect, from offset: Point) -> Point {
    Point(
      x: min(max(offset.x, rect.maxX.subtracting(bounds.width)), rect.minX),
      y: min(max(offset.y, rect.maxY.subtracting(bounds.height)), rect.minY))
  }

  private func clamped(_ offset: Point) -> Point {
    let limit = maximumOffset
    return Point(x: min(max(0, offset.x), limit.x), y: min(max(0, offset.y), limit.y))
  }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard case .wheel(let notches) = event.kind, maximumOffset.y > 0 else { return false }
    setContentOffset(contentOffset.offsetBy(dx: 0, dy: notches * 3))
    return true
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(chosenOffset.x, forKey: "contentOffset.x")
    coder.encode(chosenOffset.y, forKey: "contentOffset.y")
    coder.encode(isScrolledAway, forKey: "scrolledAway")
  }

  /// The offset takes effect at the first layout that has content.
  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    guard let x = coder.decodeInt(forKey: "contentOffset.x"),
      let y = coder.decodeInt(forKey: "contentOffset.y")
    else { return }
    chosenOffset = Point(x: x, y: y)
    isScrolledAway = coder.decodeBool(forKey: "scrolledAway")
    setNeedsLayout()
  }
}

extension Canvas {
  /// Draws the scroll mark at the right edge, unless everything fits.
  ///
  /// - Parameters:
  ///   - topLine: The first line on screen.
  ///   - lineCount: The number of lines.
  ///   - isFocused: Whether keys move it.
  func drawScrollMark(topLine: Int, lineCount: Int, isFocused: Bool = false) {
    let height = bounds.height
    guard lineCount > height, height > 1 else { return }
    let y = topLine * (height - 1) / max(1, lineCount - height)
    let place = Point(x: bounds.width - 1, y: min(height - 1, y))
    draw(isFocused ? "█" : "▐", at: place, style: isFocused ? .accent : .secondary)
  }
}
