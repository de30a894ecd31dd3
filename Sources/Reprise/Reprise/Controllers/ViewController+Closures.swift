extension ViewController {
  /// Releases the closures of this screen's actions and controls when the screen is no longer used.
  ///
  /// If the screen is only deallocated then, one of its own closures held it: this is how the pilot detects a
  /// strong `self`.
  package func dropClosures() {
    for action in actions { action.dropClosures() }
    navigationItem.backAction = nil
    if isViewLoaded { view.walkOwned { $0.dropClosures() } }
    for child in children { child.dropClosures() }
    presentedViewController?.dropClosures()
  }
}
