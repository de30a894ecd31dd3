extension View {
  /// Visits this view and those below it that belong to the same controller, in order.
  ///
  /// The views of child controllers belong to those.
  func walkOwned(_ visit: (View) -> Void) {
    visit(self)
    for view in subviews where view.owner == nil {
      view.walkOwned(visit)
    }
  }

  /// The topmost visible view at a point of this view, with the point in that view's coordinates.
  func hitTest(_ point: Point) -> (view: View, point: Point)? {
    guard !isHidden, bounds.contains(point) else { return nil }
    let inner = point.offsetBy(dx: contentOrigin.x, dy: contentOrigin.y)
    for view in subviews.reversed() {
      let place = inner.relative(to: view.frame.origin)
      if let hit = view.hitTest(place) { return hit }
    }
    return (self, point)
  }

  /// Visits the visible ones among this view and those below it of the same controller, in order.
  func walkVisible(_ visit: (View) -> Void) {
    guard !isHidden else { return }
    visit(self)
    for view in subviews where view.owner == nil {
      view.walkVisible(visit)
    }
  }

  /// Whether this view is the other one or below it, at any depth.
  func isInside(_ other: View) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === other }
  }

  /// The visible views from here down that can take the focus, in reading order, those of child
  /// controllers included.
  ///
  /// - Parameter focused: The focused view, which is included even if it has been disabled.
  func focusRing(with focused: View? = nil) -> [View] {
    guard !isHidden else { return [] }
    let isInRing = canBecomeFirstResponder || self === focused
    return (isInRing ? [self] : []) + subviews.flatMap { $0.focusRing(with: focused) }
  }

  /// Converts a rectangle of this view to the coordinates of an ancestor.
  func convert(_ rect: Rect, to ancestor: View) -> Rect {
    guard self !== ancestor, let superview else { return rect }
    let moved = rect.offsetBy(dx: frame.minX, dy: frame.minY)
    let origin = superview === ancestor ? Point.zero : superview.contentOrigin
    return superview.convert(moved.relative(to: origin), to: ancestor)
  }

  /// Scrolls the scroll views around this view so that it is visible, and keeps it so.
  ///
  /// - Parameter asChosen: Whether the person moved here, which makes the new scroll position theirs.
  func scrollIntoView(asChosen: Bool) {
    for case let scrollView as ScrollView in sequence(first: self, next: \.superview).dropFirst() {
      scrollView.keepVisible(self, asChosen: asChosen)
      if asChosen { scrollView.chooseShownOffset() }
    }
  }
}
