extension Application {
  /// How the roles of styles look: as suits the terminal, unless the app sets a theme.
  ///
  /// The terminal says whether it is dark or light when it is asked for its background after the first
  /// frame. Without colour, as under `NO_COLOR`, the theme is monochrome. `REPRISE_THEME` lets a person
  /// choose.
  public var theme: Theme {
    get { chosenTheme ?? device.capabilities.theme }
    set { chosenTheme = newValue }
  }
}
