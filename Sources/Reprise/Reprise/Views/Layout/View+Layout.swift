extension View {
  /// The length that the view gets in a ``StackView``, along its axis.
  ///
  /// By default the view gets what it needs, or fills the rest if it scrolls.
  public var length: Length {
    get { chosenLength ?? naturalLength }
    set {
      guard newValue != chosenLength else { return }
      chosenLength = newValue
      superview?.invalidateIntrinsicContentSize()
    }
  }

  /// Sets ``length-swift.property`` in place: `TextView().length(.fill(1))`.
  @discardableResult
  public func length(_ length: Length) -> Self {
    self.length = length
    return self
  }

  /// Sets the restoration identifier in place: `TextField().named("name")`.
  @discardableResult
  public func named(_ identifier: String) -> Self {
    restorationIdentifier = identifier
    return self
  }

  /// Gives the view the size it needs, within its superview.
  public func sizeToFit() {
    frame.size = sizeThatFits(superview?.bounds.size ?? bounds.size)
  }

  /// Says that ``sizeThatFits(_:)`` would answer something else now, so that the views around make
  /// room.
  ///
  /// The kit's own views do it when their content changes; call it when yours does.
  public func invalidateIntrinsicContentSize() {
    var view: View? = self
    while let current = view {
      current.forgetMeasures()
      current.setNeedsLayout()
      let superview = current.superview
      if let owner = current.owner {
        if owner.setsSheetSize { owner.host?.setNeedsLayout() }
        guard let superview, superview.arrangesSubviews else { return }
      }
      view = superview
    }
  }

  /// Drops all cached sizes in this view and its descendants, and lays them out again.
  func invalidateAllSizes() {
    forgetMeasures()
    setNeedsLayout()
    for view in subviews { view.invalidateAllSizes() }
  }
}

extension Size {
  /// Unlimited room.
  static var unlimited: Size { Size(width: .max, height: .max) }

  /// The size without negative numbers, and no larger than the other one.
  func limited(to size: Size) -> Size {
    Size(width: max(0, min(width, size.width)), height: max(0, min(height, size.height)))
  }

  /// The size without margins.
  func inset(by insets: EdgeInsets) -> Size {
    Rect(origin: .zero, size: self).inset(by: insets).size
  }

  /// The size with margins.
  func outset(by insets: EdgeInsets) -> Size {
    Size(
      width: width.adding(insets.left).adding(insets.right),
      height: height.adding(insets.top).adding(insets.bottom))
  }
}
