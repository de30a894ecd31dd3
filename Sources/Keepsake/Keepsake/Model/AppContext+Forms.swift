import Reprise

/// The forms on the screen.
extension AppContext {
  /// Notes that a form came on the screen.
  func open(_ form: ItemFormModel) {
    openForms[form.draftID] = form
    // Its draft no longer waits, so no list may show it, now or after a restart. During restoration
    // nothing is shown yet.
    if !isLaunching { showData() }
  }

  /// Notes that a form left the screen.
  func close(_ form: ItemFormModel) {
    openForms[form.draftID] = nil
    dataDidChange()
  }

  /// Leaves all forms; what was typed waits as drafts.
  ///
  /// - Returns: Whether all may be closed.
  func leaveForms() -> Bool {
    guard openForms.values.allSatisfy({ $0.leave() }) else { return false }
    openForms = [:]
    return true
  }
}
