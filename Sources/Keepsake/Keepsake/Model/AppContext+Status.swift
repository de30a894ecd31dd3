import Reprise

/// What the bar of tabs shows.
extension AppContext {
  /// Shows the tab of reports once there is something to report.
  func updateTabs() {
    navigator.reportsTab?.tabBarItem.isHidden = store.database.counts.live == 0
  }

  /// Shows how the household's line stands.
  func householdDidChange() {
    updateStatus()
    if let root = application?.window.rootViewController {
      forEachScreen(from: root) { $0.householdDidChange() }
    }
    application?.update()
  }

  /// Says what waits: drafts, and changes for the household's server.
  func updateStatus() {
    let count = waitingDrafts.count
    let drafts = count == 0 ? "" : "✎ \(count) draft\(count == 1 ? "" : "s")"
    tabs?.statusText = [drafts, household.status].filter { !$0.isEmpty }.joined(separator: "  ")
    tabs?.didChooseStatus = { [weak self] in self?.showStatus() }
  }

  /// Shows what waits: drafts, or else why changes do.
  private func showStatus() {
    if household.needsLogin {
      logIn()
    } else if waitingDrafts.isEmpty, let reason = household.failure?.reason {
      notice(reason.capitalizedFirst)
    } else {
      showDrafts()
    }
  }

  /// Shows the sheet that logs in to the household's server.
  func logIn() { navigator.present(.logIn) }

  /// Shows the sheet that joins a household.
  func join() { navigator.present(.join) }
}
