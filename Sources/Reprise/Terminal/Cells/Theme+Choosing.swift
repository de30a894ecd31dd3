extension Theme.Name {
  /// The theme that a person asks for by `REPRISE_THEME`; `nil` without one, or if it is no name.
  static func wanted(in environment: [String: String]) -> Theme.Name? {
    environment["REPRISE_THEME"].flatMap(Theme.Name.init(rawValue:))
  }

  /// The theme for what is known of a terminal's background without asking it.
  ///
  /// rxvt and Konsole say in `COLORFGBG` which colours of the palette they use: `15;0`, `0;default;15`.
  /// Anything else counts as dark.
  static func suggested(by environment: [String: String]) -> Theme.Name {
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return background == 7 || (9...15).contains(background ?? 0) ? .light : .dark
  }

  /// The theme for a background.
  static func fitting(_ background: RGB) -> Theme.Name { background.isDark ? .dark : .light }
}
