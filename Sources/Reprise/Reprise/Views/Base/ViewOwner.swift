/// A controller, as its root view knows it.
protocol ViewOwner: Responder {
  /// The window of the controller, whether it is shown or not.
  var host: (any ViewHost)? { get }

  /// The view of this screen that has the focus while the screen is in front.
  var focusedView: View? { get set }

  /// Whether a sheet takes the size that its view needs.
  var fitsContentSize: Bool { get }

  /// Moves the focus into this controller, through the containers around it.
  ///
  /// - Parameter fromChildren: Whether keys go to this controller itself from now on, not to a child.
  func takeFocus(fromChildren: Bool)

  /// Called before the view changes its size, but not when it gets its first one.
  func viewWillTransition(to size: Size)

  /// Called after the view's subviews have been placed.
  func viewDidLayoutSubviews()
}
