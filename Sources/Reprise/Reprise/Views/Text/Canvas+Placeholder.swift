extension Canvas {
  /// Draws what an empty text is for, so that it cannot be taken for typed text.
  ///
  /// Grey letters say so where the theme has them. Elsewhere it stands in parentheses.
  func drawPlaceholder(_ text: String, _ attributes: Style.Attributes) {
    guard !text.isEmpty else { return }
    let isTold = theme[.secondary] != theme[.plain]
    draw(
      isTold ? text : "(\(text))", at: .zero, width: bounds.width,
      style: .secondary.adding(attributes))
  }
}
