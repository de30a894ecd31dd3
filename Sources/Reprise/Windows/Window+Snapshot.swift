extension Window {
  /// The picture to be kept of what the window shows, once what changed has been laid out.
  ///
  /// `nil` when there is no room for the content, which is then not in the picture.
  func redactedFrame() -> Frame? {
    guard !isTooSmall else { return nil }
    layoutIfNeeded()
    let canvas = Canvas(size: frame.size, theme: theme, isRedacting: true)
    render(on: canvas)
    return canvas.frame
  }
}
