/// The terminal that exported pictures pretend to come from: its own colours.
public struct Paper: Hashable, Sendable {
  /// The background.
  public let background: RGB

  /// The colour of letters.
  public let foreground: RGB

  /// The first sixteen colours of the palette.
  public let ansi: [RGB]

  /// A dark terminal of medium contrast.
  public static let dark = Paper(
    background: RGB(0x16181D), foreground: RGB(0xD0D0D0),
    ansi: [
      0x2B2F37, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xABB2BF,
      0x6B7280, 0xFF8A93, 0xB5E890, 0xFFD68A, 0x82C7FF, 0xE09BF5, 0x7FDCE8, 0xFFFFFF,
    ].map(RGB.init))

  /// A light terminal.
  public static let light = Paper(
    background: RGB(0xFFFFFF), foreground: RGB(0x24292F),
    ansi: [
      0x24292F, 0xCF222E, 0x116329, 0x6F5400, 0x0969DA, 0x8250DF, 0x1B7C83, 0x6E7781,
      0x57606A, 0xA40E26, 0x1A7F37, 0x633C01, 0x218BFF, 0xA475F9, 0x3192AA, 0x8C959F,
    ].map(RGB.init))

  /// The terminal that a theme is for.
  public static func paper(for theme: Theme) -> Paper { theme.name == .light ? .light : .dark }
}
