import Terminal

/// Pictures generated from a seed, so that the probe and its tests can draw the same ones.
nonisolated enum RandomFrame {
  /// No combining marks: libvterm loses one in the last column after a long run of text.
  private static let words = [
    "teapot", "Чайник", "茶壶", "हि", "é", "─┼─", "  ", "\u{1B}]0;t\u{7}", "\u{9B}2J", "\u{202E}x",
    "ключ", "杯子", "a", "Z9", "🧑‍🚀", "\u{1FAE8}\u{1F6DD}", "👋🏽x", "\u{1FAE8} \u{1FAE8}",
  ]

  /// A picture of words in many styles, some overlapping, and a cursor.
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

  /// A view that moves up and down over a picture eight times as high, between a fixed line and a counter.
  static func scrolled(step: UInt64, size: Size) -> Frame {
    let top = (0..<step).reduce(size.height) { top, step in
      let distances = [1, 1, 1, -1, 2, -3, 4, 0, 5, -1]
      return min(max(0, top + distances[Int(step * 7 % 10)]), size.height * 7)
    }
    let whole = make(seed: 4711, size: Size(width: size.width, height: size.height * 8))
    let canvas = Canvas(size: size)
    canvas.draw(whole, at: Point(x: 0, y: -top))
    canvas.draw("a line that stays", at: .zero, width: size.width, style: Style(.bold))
    let chosen = Int(step * 5) % size.height
    canvas.restyle(Rect(x: 0, y: chosen, width: size.width, height: 1)) { $0.adding(.reverse) }
    canvas.draw("step \(step)", at: Point(x: 0, y: size.height - 1), style: Style(.bold))
    canvas.setCursor(Point(x: 0, y: chosen))
    return canvas.frame
  }
}
