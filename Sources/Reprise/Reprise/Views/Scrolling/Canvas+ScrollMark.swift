extension Canvas {
  /// Draws the scroll mark at the right edge, unless everything fits.
  ///
  /// - Parameters:
  ///   - topLine: The first line on screen.
  ///   - lineCount: The number of lines.
  func drawScrollMark(topLine: Int, lineCount: Int) {
    let height = bounds.height
    guard lineCount > height, height > 1 else { return }
    let y = topLine * (height - 1) / max(1, lineCount - height)
    let place = Point(x: bounds.width - 1, y: min(height - 1, y))
    draw("▐", at: place, style: .secondary)
  }
}
