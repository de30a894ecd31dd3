extension ViewController {
  /// Puts a controller into this container; its view is for the container to place.
  public func addChild(_ child: ViewController) {
    guard child.parent !== self else { return }
    child.parent?.removeChild(child)
    child.parent = self
    children.append(child)
    setNeedsPreservation()
  }

  /// Takes a controller out of this container, and its view off the screen.
  public func removeChild(_ child: ViewController) {
    guard child.parent === self else { return }
    children.removeAll { $0 === child }
    child.parent = nil
    if child.isViewLoaded { child.view.removeFromSuperview() }
    for other in children where other.restorationIdentifier == child.restorationIdentifier {
      other.setNeedsPreservation()
    }
    setNeedsPreservation()
  }

  /// The outermost container that this controller is in; it does the presenting.
  var presentationContext: ViewController { parent?.presentationContext ?? self }

  /// Presents a controller over this screen and the containers around it.
  public func present(_ controller: ViewController) {
    let presenter = presentationContext
    guard presenter.presentedViewController !== controller else { return }
    presenter.dismissPresented()
    presenter.presentedViewController = controller
    controller.presentingViewController = presenter
    presenter.setNeedsPreservation()
    presenter.window?.setNeedsLayout()
  }

  /// Takes away what is presented over this screen; if nothing is, takes away the presented
  /// controller that this screen is or is in.
  public func dismiss() {
    let context = presentationContext
    if context.presentedViewController != nil {
      context.dismissPresented()
    } else {
      context.presentingViewController?.dismissPresented()
    }
  }

  private func dismissPresented() {
    guard let presented = presentedViewController else { return }
    presented.dismissPresented()
    presentedViewController = nil
    presented.presentingViewController = nil
    if presented.isViewLoaded { presented.view.removeFromSuperview() }
    setNeedsPreservation()
    window?.setNeedsLayout()
  }

  /// The controllers whose views are on screen from here on, containers before their content and
  /// presenters before the presented.
  var visibleControllers: [ViewController] {
    var found: [ViewController] = [self]
    if let child = childForFocus { found += child.visibleControllers }
    if let presentedViewController { found += presentedViewController.visibleControllers }
    return found
  }

  /// The innermost screen shown in this container, whatever is presented over it.
  public var innermostChild: ViewController { childForFocus?.innermostChild ?? self }

  /// The innermost controller in front from here on: the one that the focus is in.
  var frontController: ViewController {
    if let presentedViewController { return presentedViewController.frontController }
    guard let child = childForFocus else { return self }
    return child.frontController
  }
}
