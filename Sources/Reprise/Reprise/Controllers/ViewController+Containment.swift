extension ViewController {
  /// Adds a child; the container places its view.
  ///
  /// A child cannot be the container itself, a container around it, or a presented controller: that is
  /// refused and reported.
  public func addChild(_ child: ViewController) {
    guard child.parent !== self, canTakeIn(child) else { return }
    child.parent?.removeChild(child)
    child.parent = self
    children.append(child)
    setNeedsPreservation()
    childrenDidChange()
  }

  /// Whether a controller may become a child; reports why not.
  func canTakeIn(_ child: ViewController) -> Bool {
    if isInside(child) {
      refuse("\(child.nameInReports) was not added to itself")
      return false
    }
    if child.presentingViewController != nil {
      refuse("\(child.nameInReports) was not added to a container: it is presented")
      return false
    }
    return true
  }

  /// Whether this controller is the other one, or is inside it or presented over it, at any depth.
  func isInside(_ other: ViewController) -> Bool {
    sequence(first: self) { $0.parent ?? $0.presentingViewController }.contains { $0 === other }
  }

  /// The name of this controller in reports.
  var nameInReports: String { "\(type(of: self)) \"\(restorationIdentifier ?? title)\"" }

  /// Removes a child, and its view from the screen.
  public func removeChild(_ child: ViewController) {
    guard child.parent === self else { return }
    children.removeAll { $0 === child }
    didRemove(child)
    for other in children where other.restorationIdentifier == child.restorationIdentifier {
      other.setNeedsPreservation()
    }
    setNeedsPreservation()
    childrenDidChange()
  }

  /// Detaches a former child.
  func didRemove(_ child: ViewController) {
    child.parent = nil
    if child.isViewLoaded { child.view.removeFromSuperview() }
  }

  /// The outermost container of this controller, which presents for it.
  var presentationContext: ViewController { parent?.presentationContext ?? self }

  /// Presents a controller over this screen and the containers around it.
  ///
  /// A screen presents one controller at a time. It cannot present itself, a controller in a
  /// container, or a presented controller: such calls are refused and reported. Dismiss first, or
  /// present over the presented controller.
  public func present(_ controller: ViewController) {
    let presenter = presentationContext
    let presented = presenter.presentedViewController
    guard presented !== controller, presenter.canPresent(controller) else { return }
    if let presented {
      let (name, other) = (controller.nameInReports, presented.nameInReports)
      return refuse("\(name) was not presented over a screen that presents \(other)")
    }
    presenter.show(controller)
  }

  /// Presents a restored controller instead of the controller that the app presented at launch.
  func presentRestored(_ controller: ViewController) {
    let presenter = presentationContext
    guard presenter.presentedViewController !== controller, presenter.canPresent(controller)
    else { return }
    presenter.dismissPresented()
    presenter.show(controller)
  }

  private func canPresent(_ controller: ViewController) -> Bool {
    let name = controller.nameInReports
    if isInside(controller) {
      refuse("\(name) was not presented over itself")
    } else if controller.parent != nil {
      refuse("\(name) was not presented: it is in a container")
    } else if controller.presentingViewController != nil {
      refuse("\(name) was not presented: it is already presented")
    } else {
      return true
    }
    return false
  }

  private func show(_ controller: ViewController) {
    presentedViewController = controller
    controller.presentingViewController = self
    setNeedsPreservation()
    host?.setNeedsLayout()
  }

  /// Dismisses the controller presented over this screen, or else this screen's own presented
  /// controller.
  ///
  /// In an action of role ``ActionRole/cancel`` it asks that controller first: see ``shouldDismiss()``.
  public func dismiss() {
    let context = presentationContext
    let presenter =
      context.presentedViewController == nil ? context.presentingViewController : context
    guard let presenter, let leaving = presenter.presentedViewController, leaving.mayBeDismissed
    else { return }
    presenter.dismissPresented()
  }

  /// Whether the screen may go; asks it if the person pressed a key or a button that cancels.
  private var mayBeDismissed: Bool {
    guard let host, host.asksBeforeDismissing else { return true }
    var may = true
    // Its own calls of dismiss() do not ask again.
    host.asking(false) { may = shouldDismiss() }
    return may
  }

  private func dismissPresented() {
    guard let presented = presentedViewController else { return }
    presented.dismissPresented()
    presentedViewController = nil
    presented.presentingViewController = nil
    (presented as? AlertController)?.setNeedsPreservation()
    // Otherwise the window would lay out its sheets again.
    if presented.isViewLoaded { presented.view.removeFromSuperview() }
    setNeedsPreservation()
  }

  /// The visible controllers from here on: containers before their children, presenters before the
  /// presented.
  var visibleControllers: [ViewController] {
    var found: [ViewController] = [self]
    for child in shownChildren { found += child.visibleControllers }
    if let presentedViewController { found += presentedViewController.visibleControllers }
    return found
  }

  // MARK: - Finding containers

  /// The stack that this screen is in.
  public var navigationController: NavigationController? {
    (parent as? NavigationController) ?? parent?.navigationController
  }

  /// The tab bar controller that this screen is in.
  public var tabBarController: TabBarController? {
    (parent as? TabBarController) ?? parent?.tabBarController
  }
}

extension View {
  /// The controller whose root view this is.
  public var viewController: ViewController? { owner as? ViewController }

  /// The nearest controller whose view contains this one.
  public var owningController: ViewController? { nearestOwner as? ViewController }
}

extension ViewController: ViewOwner {}
