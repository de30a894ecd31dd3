/// The colors and attributes for the roles of ``Style``.
///
/// Screens name roles, and the ``Canvas`` resolves them to looks when it draws. Text with a role is
/// readable on each level of each shipped theme: it has a contrast of at least 4.5 to 1 on the backgrounds and
/// palettes that the tests list, or it uses the terminal's own text color. Only selected elements are
/// reversed, so that the focus is visible everywhere. No text is faint, because its contrast depends on the
/// terminal.
///
/// ```swift
/// application.theme = Theme(.dark, changing: [.accent: Style(foreground: .palette(213))])
/// ```
public struct Theme: Hashable, Sendable {
  /// The name of the shipped theme, also if some of its roles are changed.
  public let name: Name

  /// The looks by role, without the background of a level.
  private let looks: [Style]

  /// Whether even text without a role has colors of the theme's.
  private let paintsPlain: Bool

  /// For dark backgrounds, with 256 colors.
  public static let dark = Theme(.dark, colors: 256)
  /// For light backgrounds, with 256 colors.
  public static let light = Theme(.light, colors: 256)
  /// White on black and few colors, with 256 colors.
  public static let highContrast = Theme(.highContrast, colors: 256)
  /// Without color.
  public static let monochrome = Theme(.monochrome, colors: 0)

  /// Makes a shipped theme for a terminal with so many colors; without color every theme is monochrome.
  ///
  /// - Parameters:
  ///   - name: The theme.
  ///   - colors: The number of colors: 0, 8, 16 or 256.
  ///   - isOnLight: Whether the terminal's background is light, which matters to ``Name/terminal``, and to others
  ///     with fewer than 256 colors.
  public init(_ name: Name, colors: Int, isOnLight: Bool = false) {
    self.init(name, changing: [:], colors: colors, isOnLight: isOnLight)
  }

  /// Makes a theme that changes roles of a shipped one.
  ///
  /// A look with a color that the terminal lacks does not count; without color nothing is changed.
  ///
  /// - Parameters:
  ///   - name: The shipped theme.
  ///   - changes: The looks of roles. Those of ``Style/Role/base``, ``Style/Role/raised`` and ``Style/Role/bar`` are
  ///     the background of a level, and the color of text without a role on it.
  ///   - colors: The number of colors: 0, 8, 16 or 256.
  ///   - isOnLight: Whether the terminal's background is light.
  public init(
    _ name: Name, changing changes: [Style.Role: Style], colors: Int = 256, isOnLight: Bool = false
  ) {
    let palette = ThemePalette(name, colors: colors, isOnLight: isOnLight)
    var looks = Style.Role.allCases.map { palette[$0] }
    for (role, look) in changes where colors >= 8 {
      guard look.foreground.index < colors, look.background.index < colors else { continue }
      looks[Int(role.rawValue)] = Style(
        look.attributes, foreground: look.foreground, background: look.background)
    }
    self.name = colors < 8 ? .monochrome : name
    self.looks = looks
    paintsPlain = looks[Int(Style.Role.plain.rawValue)] != .plain
  }

  /// The look of a role on the screen's own level.
  public subscript(role: Style.Role) -> Style { look(of: Style(role: role)) }

  /// A style as cells have it: attributes and colors, and no role.
  ///
  /// The style's own colors and attributes are added to the look of its role.
  public func look(of style: Style) -> Style { look(of: style, on: ground(of: .base)) }

  /// The same on a level of the screen.
  public func look(of style: Style, on level: Style.Level) -> Style {
    look(of: style, on: ground(of: level))
  }

  /// The colors of a level, for everything without colors of its own.
  struct Ground: Hashable, Sendable {
    /// The color of text without a role.
    var foreground: Color
    /// The background.
    var background: Color

    /// The terminal's own colors.
    static let terminal = Ground(foreground: .default, background: .default)
  }

  /// The colors of a level.
  func ground(of level: Style.Level) -> Ground {
    let look = looks[Int(level.role.rawValue)]
    return Ground(foreground: look.foreground, background: look.background)
  }

  /// A style as cells on a ground have it.
  func look(of style: Style, on ground: Ground) -> Style {
    guard style.role != .plain || paintsPlain || ground != .terminal else { return style }
    var look = looks[Int(style.role.rawValue)]
    look.attributes.formUnion(style.attributes)
    if style.foreground != .default { look.foreground = style.foreground }
    if style.background != .default { look.background = style.background }
    if look.foreground == .default { look.foreground = ground.foreground }
    if look.background == .default { look.background = ground.background }
    return look
  }
}
