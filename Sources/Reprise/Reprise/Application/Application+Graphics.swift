extension Application {
  /// Whether a `PictureView` shows pixels instead of cells, where the terminal says it has Kitty's
  /// graphics or Sixel; off until the app sets it, as the person wants it.
  ///
  /// Only then is the terminal asked, after a frame, and nothing waits for its answer: until it comes,
  /// and where none comes, pictures are cells. Without colour they always are.
  public var prefersPictureGraphics: Bool {
    get { device.wantsGraphics }
    set {
      guard newValue != device.wantsGraphics else { return }
      device.wantsGraphics = newValue
      graphicsDidChange()
      setNeedsTurn()
    }
  }

  /// Has pictures made anew for what the terminal shows by now, also those of screens that are covered.
  func graphicsDidChange() {
    window.graphicsDidChange()
    forEachController { if $0.isViewLoaded { $0.view.graphicsDidChange() } }
  }
}
