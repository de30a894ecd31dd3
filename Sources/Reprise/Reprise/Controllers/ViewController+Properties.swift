extension ViewController {
  /// Has the next layout visit this controller, on screen or not.
  func setNeedsPropertiesPass() {
    guard !needsPropertiesPass else { return }
    needsPropertiesPass = true
    passOnPropertiesPass()
  }

  /// Tells the controllers around this one, and its window.
  func passOnPropertiesPass() {
    (parent ?? presentingViewController)?.setNeedsPropertiesPass()
    rootWindow?.setNeedsLayoutPass()
  }

  /// Updates the properties of this controller, its children and what it presents, where they are due.
  ///
  /// Screens covered by others are included: their titles label the way back. A screen whose view is
  /// not loaded waits.
  func updatePropertiesOfTree() {
    guard needsPropertiesPass else { return }
    needsPropertiesPass = false
    if isViewLoaded { updatePropertiesIfNeeded() }
    for child in children { child.updatePropertiesOfTree() }
    presentedViewController?.updatePropertiesOfTree()
  }
}
