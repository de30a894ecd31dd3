extension View {
  /// The window that shows the view.
  public var window: Window? { host as? Window }
}

extension ViewController {
  /// The window that this controller is in, shown or not.
  public var window: Window? { host as? Window }
}
