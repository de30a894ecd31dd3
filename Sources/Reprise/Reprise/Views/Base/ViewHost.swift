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
  var sizeReads: Tripwire { get }

  /// A table of keys that edit text, with the keys that a person gave.
  func editingKeys<Effect>(of table: EditingKeys<Effect>) -> EditingKeys<Effect>

  /// Notes that the person may be doing something else.
  func userActivityDidChange()

  /// Shows a line that answers a key, until the next one.
  func showLine(_ text: String)
}

extension ViewHost {
  /// Does something that a person asked for, which may dismiss a screen.
  ///
  /// - Parameter asks: Whether that screen is asked first.
  func asking(_ asks: Bool, while perform: () -> Void) {
    let before = asksBeforeDismissing
    asksBeforeDismissing = asks
    defer { asksBeforeDismissing = before }
    perform()
  }
}
