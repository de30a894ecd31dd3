extension ViewController {
  /// Lets go of the closures of this screen's actions and controls, once it is used no more.
  ///
  /// A screen that was alive until then, and is gone after it, was held by a closure of its own: that is how the pilot
  /// recognizes a strong `self` in one.
  package func dropClosures() {
    for action in actions { action.dropClosures() }
    navigationItem.backAction = nil
    if isViewLoaded { view.walkOwned { $0.dropClosures() } }
    for child in children { child.dropClosures() }
    presentedViewController?.dropClosures()
  }
}
