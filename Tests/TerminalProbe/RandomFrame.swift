import Terminal

/// Pictures made from a seed, so that the probe and its tests can make the same ones.
nonisolated enum RandomFrame {
  /// No combining marks: libvterm loses one in the last column if a long run of text stands before it.
  private static let words = [
    "teapot", "Чайник", "茶壶", "हि", "é", "─┼─", "  ", "\u{1B}]0;t\u{7}", "\u{9B}2J", "\u{202E}x",
    "ключ", "杯子", "a", "Z9",
  ]

  /// A picture of words in many styles, some over others, and a cursor.
  static func make(seed: UInt64, size: Size) -> Frame {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let canvas = Canvas(size: size)
    for _ in 0..<next(below: 60) {
      let place = Point(x: next(below: size.width + 4) - 4, y: next(below: size.height))
      let color = next(below: 3) == 0 ? Color.palette(UInt8(next(below: 256))) : .default
      let back = next(below: 5) == 0 ? Color.palette(UInt8(next(below: 16))) : .default
      let attributes: [Style.Attributes] = [[], .bold, .underline, .reverse, [.bold, .reverse]]
      canvas.draw(
        words[next(below: words.count)], at: place,
        style: Style(attributes[next(below: attributes.count)], foreground: color, background: back)
      )
    }
    canvas.setCursor(Point(x: next(below: size.width), y: next(below: size.height)))
    return canvas.frame
  }
}
