extension Application {
  /// Makes an app, to be launched, of which no types come back but the kit's own.
  ///
  /// - Parameters:
  ///   - delegate: The app's own object; held strongly.
  ///   - device: The terminal.
  ///   - store: Stores the state.
  ///   - environment: The app's own things, for restoration classes.
  ///   - mainStoryboard: The storyboard to start from, and for restoring.
  ///   - version: The version of the app, saved with the state.
  public convenience init(
    delegate: any ApplicationDelegate, device: any TerminalDevice, store: StateStore,
    environment: Environment = Environment(), mainStoryboard: Storyboard? = nil,
    version: String = ""
  ) {
    self.init(
      delegate: delegate, device: device, store: store, registry: RestorationRegistry(),
      environment: environment, mainStoryboard: mainStoryboard, version: version)
  }
}
