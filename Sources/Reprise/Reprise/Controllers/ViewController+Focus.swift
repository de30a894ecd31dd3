/// Which views and children get the keys.
extension ViewController {
  /// The views of this screen that can take the focus, in reading order.
  public var focusableViews: [View] {
    guard isViewLoaded else { return [] }
    var found: [View] = []
    view.walkVisible { if $0.canBecomeFirstResponder { found.append($0) } }
    return found
  }

  /// Whether a child is visible in this container's view.
  func shows(_ child: ViewController) -> Bool {
    guard child.parent === self, child.isViewLoaded, isViewLoaded else { return false }
    for view in sequence(first: child.view, next: \.superview) {
      if view === self.view { return true }
      if view.isHidden { return false }
    }
    return false
  }

  /// Moves the focus into this controller, through the containers around it.
  ///
  /// - Parameter fromChildren: Whether keys go to this controller itself from now on, not to a child.
  func takeFocus(fromChildren: Bool = false) {
    if fromChildren { hasFocusItself = !children.isEmpty }
    var child = self
    while let parent = child.parent {
      parent.hasFocusItself = false
      if parent.childForFocus !== child { parent.focusedChild = child }
      child = parent
    }
  }

  /// Moves the focus into the next visible child of this container; after the last, into the first.
  ///
  /// ```swift
  /// Action("split.other", "Other side", "F6", for: self) { $0.focusNextChild() }
  /// ```
  ///
  /// Each child gets back the view that had the focus in it.
  public func focusNextChild() {
    let visible = children.filter(shows)
    guard let first = visible.first else { return }
    let focused = visible.firstIndex { $0 === childForFocus }
    let next = focused.map { visible[($0 + 1) % visible.count] } ?? first
    next.innermostChild.takeFocus()
  }

  /// The frontmost controller presented from here on, or this one.
  var frontPresented: ViewController { presentedViewController?.frontPresented ?? self }

  /// The innermost child that has the focus in this container, whatever is presented over it.
  public var innermostChild: ViewController { childForFocus?.innermostChild ?? self }

  /// The innermost controller in front: the one that has the focus.
  var frontController: ViewController {
    if let presentedViewController { return presentedViewController.frontController }
    guard let child = childForFocus else { return self }
    return child.frontController
  }
}
