/// A colour of the terminal's palette; never RGB, so the person's theme applies.
public struct Color: Hashable, Sendable, Codable {
  /// The index in the palette, or -1 for the terminal's default.
  public let index: Int16

  private init(index: Int16) {
    self.index = index
  }

  /// The terminal's own foreground or background.
  public static let `default` = Color(index: -1)

  /// One of the 256 palette colours; the first 16 are the theme's ANSI colours.
  public static func palette(_ index: UInt8) -> Color {
    Color(index: Int16(index))
  }

  /// ANSI colour 0.
  public static let black = palette(0)
  /// ANSI colour 1.
  public static let red = palette(1)
  /// ANSI colour 2.
  public static let green = palette(2)
  /// ANSI colour 3.
  public static let yellow = palette(3)
  /// ANSI colour 4.
  public static let blue = palette(4)
  /// ANSI colour 5.
  public static let magenta = palette(5)
  /// ANSI colour 6.
  public static let cyan = palette(6)
  /// ANSI colour 7.
  public static let white = palette(7)
  /// ANSI colour 8, a grey on most themes.
  public static let brightBlack = palette(8)
  /// ANSI colour 9.
  public static let brightRed = palette(9)
  /// ANSI colour 11.
  public static let brightYellow = palette(11)
}
