extension View {
  /// The views below this one that belong to the same controller, in order.
  ///
  /// The views of child controllers are theirs.
  func walkOwned(_ visit: (View) -> Void) {
    visit(self)
    for view in subviews where view.owner == nil {
      view.walkOwned(visit)
    }
  }

  /// The topmost visible view at a place given in this view's coordinates, with the place in its own.
  func hitTest(_ point: Point) -> (view: View, point: Point)? {
    guard !isHidden, bounds.contains(point) else { return nil }
    let inner = point.offsetBy(dx: contentOrigin.x, dy: contentOrigin.y)
    for view in subviews.reversed() {
      let place = inner.relative(to: view.frame.origin)
      if let hit = view.hitTest(place) { return hit }
    }
    return (self, point)
  }

  /// The visible views below this one that belong to the same controller, in order.
  func walkVisible(_ visit: (View) -> Void) {
    guard !isHidden else { return }
    visit(self)
    for view in subviews where view.owner == nil {
      view.walkVisible(visit)
    }
  }

  /// Whether this view is another one or lies in it, however deep.
  func isInside(_ other: View) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === other }
  }

  /// The visible views from this one on that can have the focus, those of child controllers
  /// included, in reading order.
  ///
  /// - Parameter focused: Has its place among them even if it is disabled by now.
  func focusRing(with focused: View? = nil) -> [View] {
    guard !isHidden else { return [] }
    let isInRing = canBecomeFirstResponder || self === focused
    return (isInRing ? [self] : []) + subviews.flatMap { $0.focusRing(with: focused) }
  }

  /// A rectangle of this view in the coordinates of a view further up.
  func convert(_ rect: Rect, to ancestor: View) -> Rect {
    guard self !== ancestor, let superview else { return rect }
    let moved = rect.offsetBy(dx: frame.minX, dy: frame.minY)
    let origin = superview === ancestor ? Point.zero : superview.contentOrigin
    return superview.convert(moved.relative(to: origin), to: ancestor)
  }

  /// Scrolls the views around this one so that it can be seen, and stays so.
  ///
  /// - Parameter asChosen: Whether the person moved here, so that the position is theirs to keep.
  func scrollIntoView(asChosen: Bool) {
    for case let scrollView as ScrollView in sequence(first: self, next: \.superview).dropFirst() {
      scrollView.keepVisible(self, asChosen: asChosen)
      if asChosen { scrollView.chooseShownOffset() }
    }
  }
}
