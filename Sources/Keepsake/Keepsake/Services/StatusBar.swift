import Inventory
import Reprise

/// Updates the tab bar: which tabs it has, and how many drafts and changes wait.
final class StatusBar {
  private let store: InventoryStore
  private let navigator: Navigator
  private let notices: NoticeCenter
  private let drafts: DraftController
  private let sync: SyncController

  init(
    _ store: InventoryStore, _ navigator: Navigator, _ notices: NoticeCenter,
    _ drafts: DraftController, _ sync: SyncController
  ) {
    self.store = store
    self.navigator = navigator
    self.notices = notices
    self.drafts = drafts
    self.sync = sync
  }

  /// Shows how many drafts wait, and how many changes for the household's server.
  func update() {
    let count = drafts.waiting.count
    let waiting = count == 0 ? "" : "✎ \(count) draft\(count == 1 ? "" : "s")"
    navigator.tabs?.statusText = [waiting, sync.status].filter { !$0.isEmpty }
      .joined(separator: "  ")
    navigator.tabs?.didChooseStatus = { [weak self] in self?.open() }
  }

  /// Shows the tab of reports once there is something to report.
  func updateTabs() {
    navigator.reportsTab?.tabBarItem.isHidden = store.database.counts.live == 0
  }

  /// Opens the waiting drafts, or else reports why changes wait.
  private func open() {
    if sync.needsLogin {
      navigator.present(.logIn)
    } else if let draft = drafts.waiting.first {
      navigator.show(draft: draft.uuid)
    } else if let reason = sync.failure?.reason {
      notices.show(reason.capitalizedFirst)
    }
  }
}
