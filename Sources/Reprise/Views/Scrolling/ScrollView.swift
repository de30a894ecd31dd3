/// Shows a part of something larger.
open class ScrollView: View {
  /// The extent of what can be scrolled.
  public var contentSize: Size = .zero {
    didSet { if contentSize != oldValue { setNeedsLayout() } }
  }

  /// The place in the content that stands at the top left.
  public private(set) var contentOffset: Point = .zero

  /// A restored offset that waits for the first layout with content (design 5.1).
  private var pendingOffset: Point?

  override var contentOrigin: Point { contentOffset }

  /// The largest offset that leaves no empty space at the end.
  public var maximumOffset: Point {
    Point(
      x: max(0, contentSize.width - bounds.width), y: max(0, contentSize.height - bounds.height))
  }

  /// Scrolls to a place, as far as the content goes.
  public func setContentOffset(_ offset: Point) {
    pendingOffset = nil
    moveContent(to: offset)
  }

  private func moveContent(to offset: Point) {
    let limit = maximumOffset
    let clamped = Point(x: min(max(0, offset.x), limit.x), y: min(max(0, offset.y), limit.y))
    guard clamped != contentOffset else { return }
    contentOffset = clamped
    setNeedsLayout()
    setNeedsPreservation()
  }

  /// Scrolls as little as it takes to show a rectangle of the content.
  public func scrollToVisible(_ rect: Rect) {
    var offset = contentOffset
    offset.y = min(max(offset.y, rect.maxY - bounds.height), rect.minY)
    offset.x = min(max(offset.x, rect.maxX - bounds.width), rect.minX)
    setContentOffset(offset)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if let offset = pendingOffset, !contentSize.isEmpty, !bounds.isEmpty {
      pendingOffset = nil
      moveContent(to: offset)
    } else if pendingOffset == nil {
      moveContent(to: contentOffset)
    }
  }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard case .wheel(let notches) = event.kind, maximumOffset.y > 0 else { return false }
    setContentOffset(Point(x: contentOffset.x, y: contentOffset.y + notches * 3))
    return true
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    let offset = pendingOffset ?? contentOffset
    coder.encode(offset.x, forKey: "contentOffset.x")
    coder.encode(offset.y, forKey: "contentOffset.y")
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    if let x = coder.decodeInt(forKey: "contentOffset.x"),
      let y = coder.decodeInt(forKey: "contentOffset.y")
    {
      pendingOffset = Point(x: x, y: y)
      setNeedsLayout()
    }
  }
}
