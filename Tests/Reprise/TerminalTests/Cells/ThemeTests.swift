import Testing

@testable import Terminal

/// Every role is readable in every theme, and cells never hold roles.
struct ThemeTests {
  /// A terminal's own colors, as it comes.
  struct Palette: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let background: RGB
    let foreground: RGB
    let ansi: [RGB]

    init(_ name: String, background: Int, foreground: Int, ansi: [Int]) {
      testDescription = name
      self.background = RGB(background)
      self.foreground = RGB(foreground)
      self.ansi = ansi.map(RGB.init)
    }

    init(_ name: String, _ paper: Paper) {
      testDescription = name
      (background, foreground, ansi) = (paper.background, paper.foreground, paper.ansi)
    }
  }

  private static let xterm = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
  private static let console = [
    0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
    0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
  ]
  private static let gnome = [
    0x171421, 0xC01C28, 0x26A269, 0xA2734C, 0x12488B, 0xA347BA, 0x2AA1B3, 0xD0CFCC,
    0x5E5C64, 0xF66151, 0x33D17A, 0xE9AD0C, 0x2A7BDE, 0xC061CB, 0x33C7DE, 0xFFFFFF,
  ]
  private static let windows = [
    0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC,
    0x767676, 0xE74856, 0x16C60C, 0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
  ]

  /// Terminals with a dark background.
  static let dark = [
    Palette("xterm", background: 0x000000, foreground: 0xE5E5E5, ansi: xterm),
    Palette("Linux console", background: 0x000000, foreground: 0xAAAAAA, ansi: console),
    Palette("GNOME", background: 0x1E1E1E, foreground: 0xFFFFFF, ansi: gnome),
    Palette("Windows", background: 0x0C0C0C, foreground: 0xCCCCCC, ansi: windows),
    Palette("pictures", .dark),
  ]

  /// Terminals with a light background.
  static let light = [
    Palette("xterm", background: 0xFFFFFF, foreground: 0x000000, ansi: xterm),
    Palette("console colors", background: 0xFFFFFF, foreground: 0x000000, ansi: console),
    Palette("GNOME", background: 0xFFFFFF, foreground: 0x171421, ansi: gnome),
    Palette("Windows", background: 0xFFFFFF, foreground: 0x0C0C0C, ansi: windows),
    Palette("pictures", .light),
  ]

  /// Backgrounds of well-known themes, whose palettes are the business of those who chose them.
  private static let darkBackgrounds = [0x282A36, 0x282828, 0x2E3440, 0x002B36, 0x1E1E2E, 0x272822]
  private static let lightBackgrounds = [0xFDF6E3, 0xFBF1C7, 0xEEEEEE, 0xEFF1F5, 0xFAFAFA]

  // MARK: - Contrast

  /// The roles of text, which is readable on each level.
  static let textRoles: [Style.Role] = [
    .plain, .title, .heading, .secondary, .selected, .accent, .warning, .destructive, .disabled,
    .success,
  ]

  /// Every look that a screen makes of a role: as it is, and heavier.
  private static let styles = textRoles.flatMap { role in
    [Style(role: role), Style(.bold, role: role), Style(.underline, role: role)]
  }

  /// The contrast of a style on a terminal with so many colors; nil where it is the terminal's own
  /// text.
  private func measured(
    of style: Style, _ theme: Theme, colors: Int, on palette: Palette,
    level: Style.Level = .base
  ) -> Double? {
    let look = theme.look(of: style, on: level).reduced(toColors: colors)
    guard look.foreground != .default || look.background != .default else { return nil }
    func rgb(_ color: Color, _ own: RGB) -> RGB? {
      guard color != .default else { return own }
      // With eight colors a terminal has the bright ones for bold letters.
      let isBright = colors == 8 && look.attributes.contains(.bold)
      let index = isBright && (0..<8).contains(color.index) ? color.index + 8 : color.index
      return Color.palette(UInt8(index)).rgb(ansi: palette.ansi)
    }
    guard let letters = rgb(look.foreground, palette.foreground),
      let ground = look.background == .default
        ? palette.background : look.background.rgb(ansi: palette.ansi)
    else { return 0 }
    return letters.contrast(with: ground)
  }

  private func expectReadable(_ name: Theme.Name, on palette: Palette) {
    for colors in [256, 16, 8, 0] {
      let theme = Theme(name, colors: colors)
      for style in Self.styles {
        let look = theme.look(of: style)
        #expect(!look.attributes.contains(.dim), "\(style.role) is as faint as a terminal likes")
        for level in Style.Level.allCases {
          guard
            let contrast = measured(of: style, theme, colors: colors, on: palette, level: level)
          else { continue }
          #expect(
            contrast >= 4.5,
            "\(name) \(style.role) on \(level), \(style.attributes.rawValue), \(colors): \(contrast)"
          )
        }
      }
    }
  }

  @Test(arguments: dark) func everyRoleCanBeReadOnDark(_ palette: Palette) {
    for name in [Theme.Name.dark, .highContrast, .monochrome, .terminal] {
      expectReadable(name, on: palette)
    }
  }

  /// Themes with a background of their own, whatever the terminal's is.
  @Test(arguments: Theme.Name.allCases) func textOfAPaintedThemeIsReadable(_ name: Theme.Name) {
    let theme = Theme(name, colors: 256)
    guard theme[.base].background != .default else { return }
    for palette in Self.dark + Self.light {
      for style in Self.styles {
        for level in Style.Level.allCases {
          let contrast = measured(of: style, theme, colors: 256, on: palette, level: level) ?? 0
          #expect(contrast >= 4.5, "\(name) \(style.role) on \(level): \(contrast)")
        }
      }
    }
  }

  /// Frames and everything behind a sheet are not read, but seen.
  @Test(arguments: dark + light) func framesAndTheQuietBackgroundAreVisible(_ palette: Palette) {
    let isDark = palette.background.isDark
    for name in Theme.Name.allCases where name != .light || !isDark {
      let theme = Theme(name, colors: 256)
      if name == .dark, !isDark { continue }
      for (role, least) in [(Style.Role.border, 2.0), (.borderFocused, 3), (.quiet, 3)] {
        for level in Style.Level.allCases {
          guard
            let contrast = measured(
              of: Style(role: role), theme, colors: 256, on: palette, level: level)
          else { continue }
          if name == .terminal, !isDark { continue }
          #expect(contrast >= least, "\(name) \(role) on \(level): \(contrast)")
        }
      }
    }
  }

  /// Nothing is painted where nothing was.
  @Test func usualThemesKeepTheBackgroundOfTheTerminal() {
    for name in [Theme.Name.dark, .light, .monochrome, .terminal] {
      let canvas = Canvas(size: Size(width: 3, height: 1), theme: Theme(name, colors: 256))
      canvas.draw("a", at: .zero)
      #expect(Set(canvas.frame.cells.map(\.style)) == [.plain], "\(name)")
    }
  }

  /// Shades need the large palette.
  @Test func fewColorsHaveOneLevel() {
    for name in Theme.Name.allCases where name != .highContrast {
      for colors in [16, 8, 0] {
        for level in Style.Level.allCases {
          #expect(Theme(name, colors: colors).look(of: .plain, on: level) == .plain)
        }
      }
    }
  }

  @Test(arguments: light) func everyRoleCanBeReadOnLight(_ palette: Palette) {
    for name in [Theme.Name.light, .highContrast, .monochrome] {
      expectReadable(name, on: palette)
    }
  }

  /// Colors that are the same everywhere can be read on other backgrounds, too.
  @Test func fixedColorsCanBeReadOnOtherBackgrounds() {
    for (theme, backgrounds) in [
      (Theme.dark, Self.darkBackgrounds), (.light, Self.lightBackgrounds),
    ] {
      for role in Self.textRoles {
        guard theme[role].foreground.index >= 16 else { continue }
        for background in backgrounds.map(RGB.init) {
          let contrast = theme[role].foreground.rgb(ansi: [])?.contrast(with: background) ?? 0
          #expect(contrast >= 4.5, "\(theme.name) \(role) on \(background.hex): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: dark + light) func highContrastIsHigh(_ palette: Palette) throws {
    for style in Self.styles {
      let contrast = try #require(
        measured(of: style, .highContrast, colors: 256, on: palette))
      #expect(contrast >= 7, "\(style.role): \(contrast)")
    }
  }

  @Test func contrastIsThatOfTheGuidelines() {
    #expect(RGB(0).contrast(with: RGB(0xFFFFFF)) == 21)
    #expect(RGB(0x777777).contrast(with: RGB(0x777777)) == 1)
    #expect((RGB(0x767676).contrast(with: RGB(0xFFFFFF)) * 100).rounded() == 454)
    #expect(RGB(0x1E1E1E).isDark && !RGB(0xEEEEEE).isDark)
    #expect(RGB(0x707070).isDark && !RGB(0x808080).isDark)
  }

  /// Without color, attributes such as bold still distinguish the styles that users must tell apart.
  @Test func withoutColorRolesAreAttributes() {
    for name in Theme.Name.allCases {
      let theme = Theme(name, colors: 0)
      #expect(theme == .monochrome)
      for role in Style.Role.allCases {
        #expect(theme[role] == Style(theme[role].attributes), "\(role)")
      }
      #expect(theme[.selected] != theme[.plain])
      #expect(theme[.disabled] != theme[.plain])
      #expect(theme[.destructive] != theme[.warning])
      #expect(theme[.title] != theme[.plain])
      #expect(theme[.destructive] != theme[.plain])
      #expect(theme[.warning] != theme[.plain])
    }
  }

  /// A control with the focus is reversed, whatever else it is.
  @Test func onlySelectionIsReversed() {
    for name in Theme.Name.allCases {
      for colors in [256, 16, 8, 0] {
        for role in Style.Role.allCases {
          let isReversed = Theme(name, colors: colors)[role].attributes.contains(.reverse)
          #expect(isReversed == (role == .selected), "\(name), \(colors) colors: \(role)")
        }
      }
    }
  }

  // MARK: - Drawing

  /// A key copies and compares thousands of these.
  @Test func aRoleMakesNothingLarger() {
    #expect(MemoryLayout<Style>.size == 6)
    #expect(MemoryLayout<Cell>.stride == 28)
  }

  @Test func textOnALevelHasItsBackground() {
    let canvas = Canvas(size: Size(width: 6, height: 2), theme: .dark)
    canvas.inside(Rect(x: 1, y: 0, width: 4, height: 2), on: .raised) { canvas in
      canvas.draw("ab", at: .zero, style: .accent)
      canvas.inside(Rect(x: 2, y: 0, width: 2, height: 1)) { $0.draw("c", at: .zero) }
    }
    canvas.draw("d", at: .zero)
    let raised = Theme.dark[.raised]
    #expect(canvas.frame[Point(x: 1, y: 0)]?.style.background == raised.background)
    #expect(canvas.frame[Point(x: 1, y: 0)]?.style.foreground == Theme.dark[.accent].foreground)
    #expect(canvas.frame[Point(x: 3, y: 0)]?.style == raised)
    #expect(canvas.frame[Point(x: 2, y: 1)]?.style == raised, "it is painted")
    #expect(canvas.frame[.zero]?.style == .plain)
    #expect(canvas.frame[Point(x: 5, y: 1)]?.style == .plain)
  }

  @Test func quietenedCellsHaveOneLook() {
    let canvas = Canvas(size: Size(width: 8, height: 2), theme: .dark)
    canvas.draw("warn", at: .zero, style: .warning)
    canvas.draw("茶", at: Point(x: 4, y: 0), style: .selected)
    canvas.inside(Rect(x: 0, y: 1, width: 2, height: 1), on: .raised) { _ in }
    let photo = Frame(
      size: Size(width: 1, height: 1), blocks: [.init(scalar: 0x2580, foreground: 9, background: 3)]
    )
    if let photo { canvas.draw(photo, at: Point(x: 7, y: 1)) }
    canvas.quieten(canvas.bounds)
    #expect(canvas.frame.plainText() == "warn茶\n       ░")
    let letters = canvas.frame.cells.filter { $0.glyph != .space }
    #expect(Set(letters.map(\.style.foreground)) == [Theme.dark[.quiet].foreground])
    #expect(Set(canvas.frame.cells.map(\.style.attributes)) == [[]])
    #expect(canvas.frame[Point(x: 0, y: 1)]?.style.background == Theme.dark[.raised].background)
    #expect(canvas.frame[Point(x: 7, y: 1)]?.style.background == .default)
  }

  // MARK: - Changing roles

  @Test func aThemeMayChangeRolesOfAShippedOne() {
    let pink = Style(.bold, foreground: .palette(213))
    let theme = Theme(.dark, changing: [.accent: pink, .base: Style(background: .palette(233))])
    #expect(theme[.accent] == Style(.bold, foreground: .palette(213), background: .palette(233)))
    #expect(theme[.warning].foreground == Theme.dark[.warning].foreground)
    #expect(theme.name == .dark)
    #expect(
      Theme(.dark, changing: [.accent: pink], colors: 16) == Theme(.dark, colors: 16),
      "a terminal without that color has the usual one")
    #expect(Theme(.dark, changing: [.accent: pink], colors: 0) == .monochrome)
  }

  @Test func aColorBecomesTheClosestOfThePalette() {
    #expect(Color.nearest(to: RGB(0xFF87D7)) == .palette(212))
    #expect(Color.nearest(to: RGB(0x2F3031)) == .palette(236))
    #expect(Color.nearest(to: RGB(0)) == .palette(16), "not one of the user's own")
  }

  @Test(arguments: [
    Theme.dark, .light, .highContrast, .monochrome, Theme(.gruvboxDark, colors: 256),
  ])
  func noCellHoldsARole(_ theme: Theme) {
    for role in Style.Role.allCases {
      let style = Style(.italic, role: role)
      let canvas = Canvas(size: Size(width: 12, height: 5), theme: theme)
      canvas.fill(Rect(x: 0, y: 0, width: 12, height: 1), style: style)
      canvas.draw("茶 e\u{301} text", at: Point(x: 0, y: 1), style: style)
      canvas.draw(CellText("cut short by far"), at: Point(x: 0, y: 2), width: 12, style: style)
      canvas.restyle(Rect(x: 2, y: 3, width: 2, height: 1)) { _ in style }
      let picture = canvas.frame
      canvas.draw(picture, at: Point(x: 1, y: 3))
      #expect(canvas.frame.cells.allSatisfy { $0.style.role == .plain })
      #expect(canvas.frame[.zero]?.style == theme.look(of: style))
      #expect(theme.look(of: style).attributes.isSuperset(of: .italic))
    }
  }

  /// Under a theme with a background of its own nothing shows the terminal's.
  @Test func highContrastPaintsEveryCell() {
    let canvas = Canvas(size: Size(width: 4, height: 2), theme: .highContrast)
    canvas.draw("a", at: .zero)
    let backgrounds = Set(canvas.frame.cells.map(\.style.background))
    #expect(backgrounds == [.palette(16)])
  }

  /// Colors that a picture brings along stay.
  @Test func aStylesOwnColorsAreKept() {
    let own = Style(.bold, role: .accent, foreground: .palette(99), background: .palette(3))
    let look = Theme.dark.look(of: own)
    #expect(look == Style(.bold, foreground: .palette(99), background: .palette(3)))
    #expect(Theme.dark.look(of: Style(foreground: .red)) == Style(foreground: .red))
  }

  // MARK: - Choosing

  @Test(
    arguments: [
      ([:], nil, Theme.Name.dark), (["REPRISE_THEME": "light"], .light, .dark),
      (["REPRISE_THEME": "high-contrast"], .highContrast, .dark),
      (["REPRISE_THEME": "pink"], nil, .dark), (["REPRISE_THEME": ""], nil, .dark),
      (["COLORFGBG": "15;0"], nil, .dark), (["COLORFGBG": "0;15"], nil, .light),
      (["COLORFGBG": "0;default;15"], nil, .light), (["COLORFGBG": "0;7"], nil, .light),
      (["COLORFGBG": "7;8"], nil, .dark), (["COLORFGBG": "x"], nil, .dark),
      (["COLORFGBG": "0;default"], nil, .dark), (["COLORFGBG": ";"], nil, .dark),
    ] as [([String: String], Theme.Name?, Theme.Name)])
  func theEnvironmentNamesATheme(
    _ environment: [String: String], _ wanted: Theme.Name?, _ suggested: Theme.Name
  ) {
    #expect(Theme.Name.wanted(in: environment) == wanted)
    #expect(Theme.Name.suggested(by: environment) == suggested)
  }
}
