extension ViewController {
  /// Has the next layout come by this controller, on the screen or not.
  func setNeedsPropertiesPass() {
    guard !needsPropertiesPass else { return }
    needsPropertiesPass = true
    passOnPropertiesPass()
  }

  /// Tells whatever is around this controller that something in it waits.
  func passOnPropertiesPass() {
    (parent ?? presentingViewController)?.setNeedsPropertiesPass()
    rootWindow?.setNeedsLayoutPass()
  }

  /// Updates the properties of this controller and of all in it and over it, where asked for.
  ///
  /// Those below others as well: their titles are the way back to them. A screen whose view was never
  /// loaded waits until it is.
  func updatePropertiesOfTree() {
    guard needsPropertiesPass else { return }
    needsPropertiesPass = false
    if isViewLoaded { updatePropertiesIfNeeded() }
    for child in children { child.updatePropertiesOfTree() }
    presentedViewController?.updatePropertiesOfTree()
  }
}
