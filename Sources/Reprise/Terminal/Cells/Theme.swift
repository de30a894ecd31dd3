/// The colors and attributes for the roles of ``Style``.
///
/// Screens name roles, and the ``Canvas`` resolves them to looks when it draws. Text with a role is
/// readable on each theme: it has a contrast of at least 4.5 to 1 on the backgrounds and palettes
/// that the tests list, or it uses the terminal's own text color. Only selected elements are
/// reversed, so that the focus is visible everywhere. No theme uses faint text, because its
/// contrast depends on the terminal.
///
/// ```swift
/// let theme = Theme(.highContrast, colors: 16)
/// let selected = theme.look(of: .selected)
/// ```
public struct Theme: Hashable, Sendable {
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
  }

  /// The name.
  public let name: Name

  private let plain, title, secondary, selected: Style
  private let accent, warning, destructive, disabled: Style

  /// Whether even text without a role has colors of the theme's.
  let paintsPlain: Bool

  /// For dark backgrounds, with 256 colors.
  public static let dark = Theme(.dark, colors: 256)
  /// For light backgrounds, with 256 colors.
  public static let light = Theme(.light, colors: 256)
  /// White on black and few colors, with 256 colors.
  public static let highContrast = Theme(.highContrast, colors: 256)
  /// Without color.
  public static let monochrome = Theme(.monochrome, colors: 0)

  /// Makes a theme for a terminal with so many colors; without color every theme is monochrome.
  public init(_ name: Name, colors: Int) {
    switch colors < 8 ? .monochrome : name {
    case .dark: self.init(darkWith: colors)
    case .light: self.init(lightWith: colors)
    case .highContrast: self.init(highContrastWith: colors)
    case .monochrome: self.init(.monochrome)
    }
  }

  // Grays are fixed colors of the large palette; a smaller one has none that can be read for sure.
  // The others are the person's own.
  private init(darkWith colors: Int) {
    let grey = colors < 256 ? .plain : Style(foreground: .palette(247))
    self.init(
      .dark, secondary: grey, accent: Style(foreground: .cyan),
      warning: Style(foreground: .brightYellow), destructive: Style(foreground: .brightRed),
      disabled: colors < 256 ? Style(.italic) : grey)
  }

  private init(lightWith colors: Int) {
    let grey = colors < 256 ? .plain : Style(foreground: .palette(240))
    self.init(
      .light, secondary: grey,
      // With eight colors bold ones are bright ones, and those are too light.
      accent: colors < 16 ? Style(.bold) : Style(foreground: .blue),
      warning: colors < 256 ? Style(.bold) : Style(foreground: .palette(94)),
      destructive: colors < 16 ? Style([.bold, .underline]) : Style(foreground: .red),
      disabled: colors < 256 ? Style(.italic) : grey)
  }

  /// Only the large palette has a black and a white that are the same everywhere.
  private init(highContrastWith colors: Int) {
    guard colors >= 256 else {
      self.init(.highContrast)
      return
    }
    func on(_ color: Color, _ attributes: Style.Attributes = []) -> Style {
      Style(attributes, foreground: color, background: .palette(16))
    }
    let white = Color.palette(231)
    self.init(
      .highContrast, plain: on(white), title: on(white, .bold), secondary: on(white),
      selected: on(white, .reverse), accent: on(.palette(51)), warning: on(.palette(226), .bold),
      destructive: on(.palette(210), .bold), disabled: on(white, .italic))
  }

  private init(
    _ name: Name, plain: Style = .plain, title: Style = Style(.bold), secondary: Style = .plain,
    selected: Style = Style(.reverse), accent: Style = .plain, warning: Style = Style(.bold),
    destructive: Style = Style([.bold, .underline]), disabled: Style = Style(.italic)
  ) {
    self.name = name
    (self.plain, self.title, self.secondary) = (plain, title, secondary)
    (self.selected, self.accent, self.warning) = (selected, accent, warning)
    (self.destructive, self.disabled) = (destructive, disabled)
    paintsPlain = plain != .plain
  }

  /// The look of a role.
  public subscript(role: Style.Role) -> Style {
    switch role {
    case .plain: plain
    case .title: title
    case .secondary: secondary
    case .selected: selected
    case .accent: accent
    case .warning: warning
    case .destructive: destructive
    case .disabled: disabled
    }
  }

  /// A style as cells have it: attributes and colors, and no role.
  ///
  /// The style's own colors and attributes are added to the look of its role.
  public func look(of style: Style) -> Style {
    guard style.role != .plain || paintsPlain else { return style }
    var look = self[style.role]
    look.attributes.formUnion(style.attributes)
    if style.foreground != .default { look.foreground = style.foreground }
    if style.background != .default { look.background = style.background }
    return look
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
