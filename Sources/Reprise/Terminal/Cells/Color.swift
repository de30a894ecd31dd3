import Glibc

/// A color of the terminal's palette; never RGB, so the person's theme applies.
public struct Color: Hashable, Sendable, Codable {
  /// The index in the palette, or -1 for the terminal's default.
  public let index: Int16

  private init(index: Int16) {
    self.index = index
  }

  /// The terminal's own foreground or background.
  public static let `default` = Color(index: -1)

  /// One of the 256 palette colors; the first 16 are the theme's ANSI colors.
  public static func palette(_ index: UInt8) -> Color {
    Color(index: Int16(index))
  }

  /// ANSI color 0.
  public static let black = palette(0)
  /// ANSI color 1.
  public static let red = palette(1)
  /// ANSI color 2.
  public static let green = palette(2)
  /// ANSI color 3.
  public static let yellow = palette(3)
  /// ANSI color 4.
  public static let blue = palette(4)
  /// ANSI color 5.
  public static let magenta = palette(5)
  /// ANSI color 6.
  public static let cyan = palette(6)
  /// ANSI color 7.
  public static let white = palette(7)
  /// ANSI color 8, a gray on most themes.
  public static let brightBlack = palette(8)
  /// ANSI color 9.
  public static let brightRed = palette(9)
  /// ANSI color 11.
  public static let brightYellow = palette(11)
}

extension Color {
  /// The color of the large palette that is closest to another one; never one of the first sixteen, which are the
  /// user's own.
  public static func nearest(to color: RGB) -> Color {
    func distance(_ index: UInt8) -> Int {
      guard let other = palette(index).rgb(ansi: []) else { return .max }
      let red = Int(color.red) - Int(other.red)
      let green = Int(color.green) - Int(other.green)
      let blue = Int(color.blue) - Int(other.blue)
      // Weighted as the eye sees brightness.
      return 3 * red * red + 6 * green * green + 2 * blue * blue
    }
    return palette((UInt8(16)...255).min { distance($0) < distance($1) } ?? 16)
  }

  /// The color in the usual 256-color palette, or `nil` for the terminal's default.
  ///
  /// - parameter ansi: The first sixteen, which are the person's own.
  public func rgb(ansi: [RGB]) -> RGB? {
    let index = Int(index)
    switch index {
    case ..<0:
      return nil
    case 0..<16:
      return ansi.indices.contains(index) ? ansi[index] : nil
    case 16..<232:
      let cube = index - 16
      return RGB(
        red: Self.level(cube / 36), green: Self.level(cube / 6 % 6), blue: Self.level(cube % 6))
    default:
      let grey = UInt8(8 + (index - 232) * 10)
      return RGB(red: grey, green: grey, blue: grey)
    }
  }

  /// A step of the color cube, 0 to 5, as brightness.
  private static func level(_ step: Int) -> UInt8 {
    step == 0 ? 0 : UInt8(55 + step * 40)
  }
}

/// A color as light: how much of each part, 0 to 255, in sRGB.
///
/// ```swift
/// let paper = Paper.paper(for: .light)
/// let text = RGB(red: 0x6E, green: 0x77, blue: 0x81)
/// let isLegible = text.contrast(with: paper.background) >= 4.5
/// ```
public struct RGB: Hashable, Sendable {
  /// The parts.
  public var red, green, blue: UInt8

  /// Makes a color.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Makes a color from `0xRRGGBB`; higher bits are ignored.
  public init(_ value: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// The relative luminance, 0 for black to 1 for white (WCAG 2.2).
  public var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast of letters in one color on another, 1 to 21 (WCAG 2.2).
  public func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Whether white letters are easier to read on this color than black ones.
  public var isDark: Bool { contrast(with: RGB(0xFFFFFF)) > contrast(with: RGB(0)) }

  /// The color as `#rrggbb`.
  var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
