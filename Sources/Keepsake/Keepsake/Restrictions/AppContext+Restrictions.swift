import Foundation
import Inventory
import Reprise

/// Follows what the login may see while the app runs.
extension AppContext {
  /// Follows the files of restrictions, if this run has any.
  func followRestrictions() {
    guard let restrictionFiles, let application else { return }
    let monitor = RestrictionMonitor(restrictionFiles, application)
    restrictions = monitor
    monitor.observe(with: self) { [weak self] in self?.takeOverRestrictions() }
    // They may have changed since the inventory was opened.
    takeOverRestrictions()
  }

  /// Hides or shows at once what the login may see no more, or again.
  ///
  /// Forms and sheets close, since they may show anything; what was typed waits as a draft, which is hidden with its item.
  private func takeOverRestrictions() {
    guard let restrictions, let application else { return }
    defer {
      let line = restrictions.reading.problems.first?.brief
      withdrawNotice(of: restrictionFiles?.all ?? [], unless: [line])
      if let line { problem(line) }
    }
    let guide = RatingGuide(restrictions.restrictions)
    guard guide.limits != store.database.guide.limits else { return }
    abandonLongChange()
    _ = leaveForms()
    openForms = [:]
    tabs?.dismiss()
    do {
      try store.database.apply(guide)
    } catch {
      return exitMissingLimits(error)
    }
    forgetWhatWasSeen()
    scrubDeleted()
    application.window.forgetNotices()
    // The state says by which limits it was saved.
    application.setNeedsPreservation()
    disk.noteChange()
    dataDidChange()
    notice("What this login may see has changed")
  }

  /// Ends the app: what the login may not see cannot be hidden, as on a full disk.
  func exitMissingLimits(_ error: any Error) {
    problem(words(for: error).capitalizedFirst)
    application?.window.rootViewController = ViewController()
    application?.terminate()
  }

  /// Drops what was kept of items that may be hidden by now.
  func forgetWhatWasSeen() {
    (unannouncedChange, unannouncedRow, goneMeanwhile) = (nil, nil, nil)
    checkedContents = [:]
    incompleteItems = []
    try? FileManager.default.removeItem(atPath: openedDirectory)
  }
}
