extension Style {
  /// The closest style that a terminal with fewer colours can show.
  ///
  /// With 8 colours a bright one becomes bold; without colour only the attributes stay.
  func reduced(toColors count: Int) -> Style {
    guard count < 256, foreground != .default || background != .default else { return self }
    guard count > 0 else { return Style(attributes) }
    var style = self
    style.foreground = foreground.reducedTo16()
    style.background = background.reducedTo16()
    if count < 16 {
      if style.foreground.index >= 8 { style.attributes.insert(.bold) }
      style.foreground = style.foreground.withoutBrightness
      style.background = style.background.withoutBrightness
    }
    return style
  }
}

extension Color {
  /// The ANSI colour closest to a colour of the large palette.
  fileprivate func reducedTo16() -> Color {
    switch index {
    case ..<16:
      return self
    case 232...:
      let grey = (index - 232) / 6
      return [.black, .brightBlack, .white, .palette(15)][Int(min(grey, 3))]
    default:
      let steps = [(Int(index) - 16) / 36, (Int(index) - 16) / 6 % 6, (Int(index) - 16) % 6]
      let strongest = steps.max() ?? 0
      guard strongest > 0 else { return .black }
      var ansi = strongest > 3 ? 8 : 0
      for (bit, step) in steps.enumerated() where step * 2 > strongest { ansi |= 1 << bit }
      return .palette(UInt8(ansi))
    }
  }

  fileprivate var withoutBrightness: Color {
    index >= 8 ? .palette(UInt8(index - 8)) : self
  }
}
