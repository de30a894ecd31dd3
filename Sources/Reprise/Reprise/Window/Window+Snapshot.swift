extension Window {
  /// Draws the current contents without changing anything; for tests.
  package func drawnNow() -> Frame {
    let canvas = Canvas(size: frame.size, theme: theme)
    if isTooSmall {
      drawRequestForRoom(on: canvas)
    } else {
      render(on: canvas)
    }
    return canvas.frame
  }

  /// Lays out and draws the window for a kept picture, without secrets.
  ///
  /// `nil` if the window is too small to show its content.
  func redactedFrame() -> Frame? {
    guard !isTooSmall else { return nil }
    layoutIfNeeded()
    let canvas = Canvas(size: frame.size, theme: theme, isRedacting: true)
    render(on: canvas)
    return canvas.frame
  }
}
