/// The window, as the views in it know it.
protocol ViewHost: View {
  /// The responder that gets keys first.
  var firstResponder: Responder? { get }

  /// The control on which a mouse button is held down.
  var pressedControl: Control? { get set }

  /// The view that gets the motion of the mouse until the button goes up.
  var mouseTracker: View? { get set }

  /// Whether a screen is asked before it is dismissed, as by Esc.
  var asksBeforeDismissing: Bool { get set }

  /// The last frame, which is on the screen.
  var shownFrame: Frame? { get }

  /// How the roles of styles look.
  var theme: Theme { get }

  /// Tripped when the window changes its size: read by size classes.
  var sizeReads: ObservationTrigger { get }

  /// A table of keys that edit text, with the keys that a person gave.
  func editingKeys<Effect>(of table: EditingKeys<Effect>) -> EditingKeys<Effect>

  /// Notes that the person may be doing something else.
  func userActivityDidChange()

  /// Shows a line that answers a key, until the next one.
  func showLine(_ text: String)

  /// Whether texts can be edited in the person's own editor.
  var offersExternalEditor: Bool { get }

  /// Opens the person's editor with a text.
  func editExternally(_ text: any ExternallyEdited)

  /// Takes over what an editor wrote after the app was killed.
  func recoverExternalEdit(of text: any ExternallyEdited)
}

extension ViewHost {
  /// Performs a request of the user, which may dismiss a screen.
  ///
  /// - Parameter asks: Whether that screen is asked first.
  func asking(_ asks: Bool, while perform: () -> Void) {
    let before = asksBeforeDismissing
    asksBeforeDismissing = asks
    defer { asksBeforeDismissing = before }
    perform()
  }
}

/// A controller, as its root view knows it.
protocol ViewOwner: Responder {
  /// The window of the controller, whether it is shown or not.
  var host: (any ViewHost)? { get }

  /// The view of this screen that has the focus while the screen is in front.
  var focusedView: View? { get set }

  /// Whether a sheet takes the size that its view needs.
  var setsSheetSize: Bool { get }

  /// Moves the focus into this controller, through the containers around it.
  ///
  /// - Parameter fromChildren: Whether keys go to this controller itself from now on, not to a child.
  func takeFocus(fromChildren: Bool)

  /// Called before the view changes its size, but not when it gets its first one.
  func viewWillTransition(to size: Size)

  /// Called after the view's subviews have been placed.
  func viewDidLayoutSubviews()
}
