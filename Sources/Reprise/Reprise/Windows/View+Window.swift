extension View {
  /// The window of the view.
  public var window: Window? { host as? Window }
}

extension ViewController {
  /// The window of the controller, whether it is shown or not.
  public var window: Window? { host as? Window }
}
