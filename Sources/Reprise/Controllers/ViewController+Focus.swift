/// Where keys go among the views and the containers of the screen in front.
extension ViewController {
  /// The views of this screen that can have the focus, in reading order.
  public var focusableViews: [View] {
    guard isViewLoaded else { return [] }
    var found: [View] = []
    view.walkVisible { if $0.canBecomeFirstResponder { found.append($0) } }
    return found
  }

  /// Whether a child can be seen in this container's view.
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
  /// - Parameter fromChildren: Whether keys are to go to this container itself from now on.
  func takeFocus(fromChildren: Bool = false) {
    if fromChildren { hasFocusItself = !children.isEmpty }
    var child = self
    while let parent = child.parent {
      parent.hasFocusItself = false
      if parent.childForFocus !== child { parent.focusedChild = child }
      child = parent
    }
  }

  /// What is presented over everything else from here on, or this controller.
  var frontPresented: ViewController { presentedViewController?.frontPresented ?? self }

  /// The innermost screen shown in this container, whatever is presented over it.
  public var innermostChild: ViewController { childForFocus?.innermostChild ?? self }

  /// The innermost controller in front from here on: the one that the focus is in.
  var frontController: ViewController {
    if let presentedViewController { return presentedViewController.frontController }
    guard let child = childForFocus else { return self }
    return child.frontController
  }
}
