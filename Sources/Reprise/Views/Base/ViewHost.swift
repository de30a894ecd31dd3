/// What a view knows of the window that it is in.
protocol ViewHost: View {
  /// Where keys go first.
  var firstResponder: Responder? { get }

  /// The control that a mouse button is held down on.
  var pressedControl: Control? { get set }

  /// What was drawn last, and is on the screen.
  var shownFrame: Frame? { get }

  /// What the roles of styles look like.
  var theme: Theme { get }

  /// Told when the window has another size, for whoever read a size class.
  var sizeReads: Tripwire { get }

  /// Shows a line until the next key.
  func show(notice: String)
}
