extension Application {
  /// How the roles of styles look: as suits the terminal, unless the app sets a theme.
  ///
  /// The terminal says whether it is dark or light when it is asked for its background after the first
  /// frame. Without colour, as under `NO_COLOR`, the theme is monochrome. `REPRISE_THEME` lets a person
  /// choose, and so does ``preferredTheme``.
  public var theme: Theme {
    get { chosenTheme ?? themeOfPreferences ?? device.capabilities.theme }
    set { chosenTheme = newValue }
  }

  /// The theme that the person's ``Preferences`` name, with the colours that the terminal has.
  ///
  /// `REPRISE_THEME` is nearer to the person than a file, so it counts instead.
  private var themeOfPreferences: Theme? {
    let capabilities = device.capabilities
    guard let preferredTheme, !capabilities.isThemeChosen else { return nil }
    return Theme(preferredTheme, colors: capabilities.colors)
  }
}
