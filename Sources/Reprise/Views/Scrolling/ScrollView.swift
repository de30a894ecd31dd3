/// Shows a part of something larger.
///
/// What a person scrolled to is kept apart from what a small window can show of it, so a window that
/// shrinks and grows back shows what it showed before (reliability T18).
open class ScrollView: View {
  /// The extent of what can be scrolled.
  public var contentSize: Size = .zero {
    didSet { if contentSize != oldValue { setNeedsLayout() } }
  }

  /// The place in the content that stands at the top left.
  public private(set) var contentOffset: Point = .zero

  /// The place that the person scrolled to.
  private var chosenOffset: Point = .zero {
    didSet { if chosenOffset != oldValue { setNeedsPreservation() } }
  }

  /// What has to stay in view when the size changes: the focus.
  private var kept: Rect?

  override var contentOrigin: Point { contentOffset }

  /// The largest offset that leaves no empty space at the end.
  public var maximumOffset: Point {
    Point(
      x: max(0, contentSize.width - bounds.width), y: max(0, contentSize.height - bounds.height))
  }

  /// Scrolls to a place, as far as the content goes.
  public func setContentOffset(_ offset: Point) {
    kept = nil
    chosenOffset = clamped(offset)
    setNeedsLayout()
  }

  /// Scrolls as little as it takes to show a rectangle of the content, and keeps it in view.
  public func scrollToVisible(_ rect: Rect) {
    kept = rect
    setNeedsLayout()
  }

  /// Takes what is shown now as what the person chose: after the focus moved, say.
  func chooseShownOffset() {
    layoutIfNeeded()
    chosenOffset = contentOffset
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard !bounds.isEmpty else { return }
    var offset = clamped(chosenOffset)
    if let kept {
      offset.y = min(max(offset.y, kept.maxY - bounds.height), kept.minY)
      offset.x = min(max(offset.x, kept.maxX - bounds.width), kept.minX)
    }
    contentOffset = clamped(offset)
  }

  private func clamped(_ offset: Point) -> Point {
    let limit = maximumOffset
    return Point(x: min(max(0, offset.x), limit.x), y: min(max(0, offset.y), limit.y))
  }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard case .wheel(let notches) = event.kind, maximumOffset.y > 0 else { return false }
    setContentOffset(Point(x: contentOffset.x, y: contentOffset.y + notches * 3))
    return true
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(chosenOffset.x, forKey: "contentOffset.x")
    coder.encode(chosenOffset.y, forKey: "contentOffset.y")
  }

  /// The offset takes effect at the first layout that has content (design 5.1).
  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    guard let x = coder.decodeInt(forKey: "contentOffset.x"),
      let y = coder.decodeInt(forKey: "contentOffset.y")
    else { return }
    chosenOffset = Point(x: x, y: y)
    setNeedsLayout()
  }
}
