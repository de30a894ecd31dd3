extension View {
  /// How much of the ``StackView`` around it the view gets, along the axis of the stack.
  ///
  /// As much as it needs, unless said otherwise; views that scroll fill what is left over.
  public var length: Length {
    get { chosenLength ?? naturalLength }
    set {
      guard newValue != chosenLength else { return }
      chosenLength = newValue
      superview?.invalidateIntrinsicContentSize()
    }
  }

  /// Sets ``length-swift.property`` where the view is made: `TextView().length(.fill(1))`.
  @discardableResult
  public func length(_ length: Length) -> Self {
    self.length = length
    return self
  }

  /// Gives the view its name for preservation where it is made: `TextField().named("name")`.
  @discardableResult
  public func named(_ identifier: String) -> Self {
    restorationIdentifier = identifier
    return self
  }

  /// Gives the view the size that it needs, within its superview.
  public func sizeToFit() {
    frame.size = sizeThatFits(superview?.bounds.size ?? bounds.size)
  }

  /// Says that the view needs another size than before, so that what is around it makes room.
  ///
  /// The kit's own views do it when their text or their content changes; call it when your own
  /// ``sizeThatFits(_:)`` would answer something else.
  public func invalidateIntrinsicContentSize() {
    var view: View? = self
    while let current = view {
      current.forgetMeasures()
      current.setNeedsLayout()
      let superview = current.superview
      if let owner = current.owner {
        if owner.fitsContentSize { owner.host?.setNeedsLayout() }
        guard let superview, superview.arrangesSubviews else { return }
      }
      view = superview
    }
  }

  /// Forgets what was measured in this view and in all that it holds, and lays all of it out anew.
  func invalidateAllSizes() {
    forgetMeasures()
    setNeedsLayout()
    for view in subviews { view.invalidateAllSizes() }
  }
}

extension Size {
  /// As much room as there can be.
  static var unlimited: Size { Size(width: .max, height: .max) }

  /// The extent without negative numbers, and as large as another one at most.
  func limited(to size: Size) -> Size {
    Size(width: max(0, min(width, size.width)), height: max(0, min(height, size.height)))
  }

  /// The extent without margins.
  func inset(by insets: EdgeInsets) -> Size {
    Rect(origin: .zero, size: self).inset(by: insets).size
  }

  /// The extent with margins.
  func outset(by insets: EdgeInsets) -> Size {
    Size(
      width: width.adding(insets.left).adding(insets.right),
      height: height.adding(insets.top).adding(insets.bottom))
  }
}
