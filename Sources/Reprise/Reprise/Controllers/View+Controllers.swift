extension View {
  /// The controller whose root view this is.
  public var viewController: ViewController? { owner as? ViewController }

  /// The nearest controller whose view contains this one.
  public var owningController: ViewController? { nearestOwner as? ViewController }
}

extension ViewController: ViewOwner {}
