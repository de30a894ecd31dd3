extension Color {
  /// The colour in the usual 256-colour palette, or `nil` for the terminal's default.
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

  /// A step of the colour cube, 0 to 5, as brightness.
  private static func level(_ step: Int) -> UInt8 {
    step == 0 ? 0 : UInt8(55 + step * 40)
  }
}
