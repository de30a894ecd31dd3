extension Canvas {
  /// Draws the mark that shows how far down something is, at the right edge, if not all of it fits.
  ///
  /// - Parameters:
  ///   - topLine: The first line on screen.
  ///   - lineCount: How many lines there are.
  func drawScrollMark(topLine: Int, lineCount: Int) {
    let height = bounds.height
    guard lineCount > height, height > 1 else { return }
    let y = topLine * (height - 1) / max(1, lineCount - height)
    let place = Point(x: bounds.width - 1, y: min(height - 1, y))
    draw("▐", at: place, style: .secondary)
  }
}
