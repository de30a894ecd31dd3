/// The looks of a shipped theme.
///
/// Colors are indexes of the 256-color palette. Solarized, Gruvbox and Catppuccin use the color closest to the
/// original with a contrast of 4.5 to 1 on each of their levels.
struct ThemePalette {
  private var plain = Style.plain
  private var title = Style(.bold)
  private var heading = Style(.bold)
  private var secondary = Style.plain
  private var accent = Style.plain
  private var warning = Style(.bold)
  private var destructive = Style([.bold, .underline])
  private var success = Style.plain
  private var disabled = Style(.italic)
  private var quiet = Style(.dim)
  private var border = Style.plain
  private var borderFocused = Style(.bold)
  private var base = Style.plain
  private var raised = Style.plain
  private var bar = Style.plain

  /// The looks without color.
  private init() {}

  /// The looks on a terminal with so many colors.
  init(_ name: Theme.Name, colors: Int, isOnLight: Bool) {
    guard colors >= 8, name != .monochrome else {
      self.init()
      return
    }
    guard colors >= 256, name != .terminal else {
      // The colors of a small palette are the user's own, and none is sure to be black or white.
      if name == .highContrast {
        self.init()
      } else if name.isLight || name != .dark && isOnLight {
        self.init(lightWith: colors)
      } else {
        self.init(darkWith: colors)
      }
      return
    }
    switch name {
    case .dark, .terminal, .monochrome: self = Self.dark
    case .light: self = Self.light
    case .highContrast: self = Self.highContrast
    case .solarizedDark: self = Self.solarizedDark
    case .solarizedLight: self = Self.solarizedLight
    case .gruvboxDark: self = Self.gruvboxDark
    case .gruvboxLight: self = Self.gruvboxLight
    case .catppuccinMocha: self = Self.catppuccinMocha
    case .catppuccinLatte: self = Self.catppuccinLatte
    }
  }

  /// The look of a role.
  subscript(role: Style.Role) -> Style {
    switch role {
    case .plain: plain
    case .title: title
    case .secondary: secondary
    case .selected: Style(.reverse)
    case .accent: accent
    case .warning: warning
    case .destructive: destructive
    case .disabled: disabled
    case .success: success
    case .heading: heading
    case .quiet: quiet
    case .border: border
    case .borderFocused: borderFocused
    case .base: base
    case .raised: raised
    case .bar: bar
    }
  }

  // MARK: - The terminal's own colors

  private init(darkWith colors: Int) {
    accent = Style(foreground: .cyan)
    warning = Style(foreground: .brightYellow)
    destructive = Style(foreground: .brightRed)
    success = Style(foreground: .green)
    borderFocused = accent
  }

  /// With eight colors bold ones are bright ones, and those are too light.
  private init(lightWith colors: Int) {
    guard colors >= 16 else {
      accent = Style(.bold)
      return
    }
    accent = Style(foreground: .blue)
    destructive = Style(foreground: .red)
    borderFocused = accent
  }

  // MARK: - Fixed colors

  /// The colors of text, one for each meaning.
  private init(
    title: UInt8? = nil, heading: UInt8, secondary: UInt8, accent: UInt8, warning: UInt8,
    destructive: UInt8, success: UInt8, quiet: UInt8, border: UInt8
  ) {
    func color(_ index: UInt8, _ attributes: Style.Attributes = []) -> Style {
      Style(attributes, foreground: .palette(index))
    }
    self.title = title.map { color($0, .bold) } ?? Style(.bold)
    self.heading = color(heading, .bold)
    self.secondary = color(secondary)
    self.accent = color(accent)
    self.warning = color(warning)
    self.destructive = color(destructive)
    self.success = color(success)
    disabled = color(secondary)
    self.quiet = color(quiet)
    self.border = color(border)
    borderFocused = color(accent)
  }

  /// The palette with levels: the color of their text, and their backgrounds; `nil` for the terminal's.
  private func on(
    text: UInt8, baseText: UInt8? = nil, base: UInt8? = nil, raised: UInt8, bar: UInt8
  ) -> ThemePalette {
    func level(_ text: UInt8?, _ background: UInt8?) -> Style {
      Style(
        foreground: text.map(Color.palette) ?? .default,
        background: background.map(Color.palette) ?? .default)
    }
    var palette = self
    palette.base = level(baseText, base)
    palette.raised = level(text, raised)
    palette.bar = level(text, bar)
    return palette
  }

  private static let dark = ThemePalette(
    heading: 110, secondary: 247, accent: 80, warning: 221, destructive: 210, success: 114,
    quiet: 244, border: 242
  ).on(text: 252, raised: 236, bar: 235)

  private static let light = ThemePalette(
    heading: 24, secondary: 240, accent: 25, warning: 94, destructive: 124, success: 22,
    quiet: 244, border: 246
  ).on(text: 235, raised: 255, bar: 255)

  private static let highContrast: ThemePalette = {
    var palette = ThemePalette(
      heading: 231, secondary: 231, accent: 51, warning: 226, destructive: 210, success: 120,
      quiet: 250, border: 231
    ).on(text: 231, baseText: 231, base: 16, raised: 16, bar: 16)
    palette.warning.attributes = .bold
    palette.destructive.attributes = .bold
    palette.disabled = Style(.italic)
    return palette
  }()

  private static let solarizedDark = ThemePalette(
    title: 254, heading: 38, secondary: 246, accent: 37, warning: 172, destructive: 203,
    success: 106, quiet: 243, border: 240
  ).on(text: 247, baseText: 247, base: 234, raised: 235, bar: 235)

  private static let solarizedLight = ThemePalette(
    title: 235, heading: 61, secondary: 241, accent: 25, warning: 94, destructive: 160,
    success: 22, quiet: 244, border: 246
  ).on(text: 240, baseText: 240, base: 230, raised: 255, bar: 255)

  private static let gruvboxDark = ThemePalette(
    title: 230, heading: 109, secondary: 248, accent: 108, warning: 214, destructive: 209,
    success: 142, quiet: 245, border: 243
  ).on(text: 223, baseText: 223, base: 235, raised: 237, bar: 236)

  private static let gruvboxLight = ThemePalette(
    title: 235, heading: 24, secondary: 240, accent: 23, warning: 58, destructive: 124,
    success: 22, quiet: 243, border: 245
  ).on(text: 237, baseText: 237, base: 230, raised: 187, bar: 187)

  private static let catppuccinMocha = ThemePalette(
    title: 189, heading: 183, secondary: 146, accent: 111, warning: 223, destructive: 211,
    success: 150, quiet: 244, border: 243
  ).on(text: 189, baseText: 189, base: 234, raised: 236, bar: 235)

  private static let catppuccinLatte = ThemePalette(
    title: 236, heading: 93, secondary: 60, accent: 26, warning: 94, destructive: 124,
    success: 22, quiet: 244, border: 246
  ).on(text: 239, baseText: 239, base: 255, raised: 254, bar: 254)
}
