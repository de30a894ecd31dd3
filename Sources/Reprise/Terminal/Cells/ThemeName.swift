extension Theme {
  /// The name of a theme, as a person writes it.
  public enum Name: String, CaseIterable, Sendable {
    /// For dark backgrounds.
    case dark
    /// For light backgrounds.
    case light
    /// White on black and few colors, whatever the terminal's own are.
    case highContrast = "high-contrast"
    /// Without color.
    case monochrome
    /// The sixteen colors of the terminal's own palette, and its background.
    case terminal
    /// Solarized on its dark background.
    case solarizedDark = "solarized-dark"
    /// Solarized on its light background.
    case solarizedLight = "solarized-light"
    /// Gruvbox on its dark background.
    case gruvboxDark = "gruvbox-dark"
    /// Gruvbox on its light background.
    case gruvboxLight = "gruvbox-light"
    /// The dark flavor of Catppuccin.
    case catppuccinMocha = "catppuccin-mocha"
    /// The light flavor of Catppuccin.
    case catppuccinLatte = "catppuccin-latte"

    /// Whether the theme is for light backgrounds, or paints one.
    public var isLight: Bool {
      switch self {
      case .light, .solarizedLight, .gruvboxLight, .catppuccinLatte: true
      case .dark, .highContrast, .monochrome, .terminal, .solarizedDark, .gruvboxDark,
        .catppuccinMocha:
        false
      }
    }
  }

  /// A theme that a user has chosen, before the colors of the terminal are known.
  public struct Definition: Hashable, Sendable {
    /// The shipped theme, or the one whose roles ``changes`` replaces.
    public var name: Name

    /// The looks of the roles that differ.
    public var changes: [Style.Role: Style]

    /// Makes a definition.
    public init(_ name: Name, changing changes: [Style.Role: Style] = [:]) {
      (self.name, self.changes) = (name, changes)
    }
  }

  /// Makes the theme of a definition for a terminal.
  public init(_ definition: Definition, colors: Int, isOnLight: Bool = false) {
    self.init(
      definition.name, changing: definition.changes, colors: colors, isOnLight: isOnLight)
  }
}

extension Theme.Name {
  /// The theme in `REPRISE_THEME`; `nil` without one, or if the name is unknown.
  static func wanted(in environment: [String: String]) -> Theme.Name? {
    environment["REPRISE_THEME"].flatMap(Theme.Name.init(rawValue:))
  }

  /// The theme for a terminal's background as far as known without a query.
  ///
  /// rxvt and Konsole say in `COLORFGBG` which colors of the palette they use: `15;0`, `0;default;15`.
  /// Anything else counts as dark.
  static func suggested(by environment: [String: String]) -> Theme.Name {
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return background == 7 || (9...15).contains(background ?? 0) ? .light : .dark
  }

  /// The theme for a background.
  static func fitting(_ background: RGB) -> Theme.Name { background.isDark ? .dark : .light }
}
