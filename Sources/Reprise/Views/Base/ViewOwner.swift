/// What a view knows of the controller whose root view it is.
protocol ViewOwner: Responder {
  /// The window that the controller is in, shown or not.
  var host: (any ViewHost)? { get }

  /// The view of this screen that the focus stands on, or will when the screen is in front.
  var focusedView: View? { get set }

  /// Whether a sheet is as large as its view needs to be.
  var fitsContentSize: Bool { get }

  /// Moves the focus into this controller, through the containers around it.
  ///
  /// - Parameter fromChildren: Whether keys are to go to this controller itself from now on.
  func takeFocus(fromChildren: Bool)

  /// Called before the view gets another size, when it had one already.
  func viewWillTransition(to size: Size)

  /// Called after the view's subviews have been placed.
  func viewDidLayoutSubviews()
}
