import Glibc

/// A colour as light: how much of each part, 0 to 255, in sRGB.
public struct RGB: Hashable, Sendable {
  /// The parts.
  public var red, green, blue: UInt8

  /// Makes a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Makes a colour from `0xRRGGBB`; what is above is left out.
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

  /// The contrast of letters in one colour on another, 1 to 21 (WCAG 2.2).
  public func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Whether white letters are easier to read on this colour than black ones.
  public var isDark: Bool { contrast(with: RGB(0xFFFFFF)) > contrast(with: RGB(0)) }

  /// The colour as `#rrggbb`.
  var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
