extension Color {
  /// The colour as `#rrggbb` in the usual 256-colour palette, or `nil` for the terminal's default.
  var hex: String? {
    guard let rgb else { return nil }
    return "#" + [rgb.red, rgb.green, rgb.blue].map(Self.twoDigits).joined()
  }

  private var rgb: (red: Int, green: Int, blue: Int)? {
    let index = Int(index)
    switch index {
    case ..<0:
      return nil
    case 0..<16:
      let value = Self.ansi[index]
      return (value >> 16, value >> 8 & 0xFF, value & 0xFF)
    case 16..<232:
      let cube = index - 16
      return (Self.level(cube / 36), Self.level(cube / 6 % 6), Self.level(cube % 6))
    default:
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
  }

  /// The brightness of a step of the colour cube, 0 to 5.
  private static func level(_ step: Int) -> Int {
    step == 0 ? 0 : 55 + step * 40
  }

  private static func twoDigits(_ value: Int) -> String {
    let digits = String(value, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  /// The sixteen theme colours of a dark theme with medium contrast.
  private static let ansi = [
    0x2B2F37, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xABB2BF,
    0x6B7280, 0xFF8A93, 0xB5E890, 0xFFD68A, 0x82C7FF, 0xE09BF5, 0x7FDCE8, 0xFFFFFF,
  ]
}
