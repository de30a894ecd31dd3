extension Application {
  /// What the roles of styles look like: what suits the terminal, unless the app says otherwise.
  ///
  /// A terminal is dark or light, as it says when it is asked for its background after the first frame;
  /// without colour, as under `NO_COLOR`, it is monochrome. A person chooses with `REPRISE_THEME`.
  public var theme: Theme {
    get { chosenTheme ?? device.capabilities.theme }
    set { chosenTheme = newValue }
  }
}
