import Inventory
import Reprise

/// Shows the data on all screens, at the launch and after changes by this and other windows, programs and homes.
final class DataRefresher {
  private let store: InventoryStore
  private let host: ApplicationReference
  private let navigator: Navigator
  private let notices: NoticeCenter
  private let updater: ScreenUpdater
  private let drafts: DraftController
  private let attachments: AttachmentController
  private let sync: SyncController
  private let conflicts: ConflictController
  private let news: NewsReporter
  private let contentLimits: ContentLimitsController
  private let statusBar: StatusBar
  private let backgroundChanges: BackgroundChanges

  /// Brings the word index of an older file up to date.
  private let wordRebuild: BackgroundWordRebuild

  init(
    _ store: InventoryStore, _ host: ApplicationReference, _ navigator: Navigator,
    _ notices: NoticeCenter, _ updater: ScreenUpdater, _ drafts: DraftController,
    _ attachments: AttachmentController, _ sync: SyncController, _ conflicts: ConflictController,
    _ news: NewsReporter, _ contentLimits: ContentLimitsController,
    _ backgroundChanges: BackgroundChanges
  ) {
    self.store = store
    self.host = host
    self.navigator = navigator
    self.notices = notices
    self.updater = updater
    self.drafts = drafts
    self.attachments = attachments
    self.sync = sync
    self.conflicts = conflicts
    self.news = news
    self.contentLimits = contentLimits
    self.backgroundChanges = backgroundChanges
    statusBar = StatusBar(store, navigator, notices, drafts, sync)
    wordRebuild = BackgroundWordRebuild(store.database)
    updater.delegate = self
    sync.delegate = self
  }

  /// Shows the data for the first time, after restoration.
  func start() {
    drafts.dropSaved()
    updater.start {
      showData()
      conflicts.withdrawResolved(since: conflicts.marks)
    }
    host.application?.performInPause(letting: { _ in true }) { [weak self] in
      guard let self else { return }
      // The first frame doesn't wait for it: earlier changes aren't news.
      news.skip()
      attachments.scrubDeleted()
      wordRebuild.start()
      attachments.removeInterruptedCopies()
      attachments.findIncompleteItems()
      sync.follow()
    }
  }

  /// Takes over the changes of other windows and programs since the last turn.
  ///
  /// - Parameter mayBeThere: Whether there may be changes; looking takes eight system calls.
  /// - Returns: Whether there were any.
  @discardableResult
  func takeOverChanges(ifThere mayBeThere: Bool = true) -> Bool {
    // The backgroundChanges change is this window's own; it is shown when it ends.
    guard !backgroundChanges.isRunning else { return false }
    // First, because files read without locks must not be written at the same time.
    let isWritable = recoverWriting()
    // Each reports a change only once, so neither call may be skipped because of the other.
    let hasNewItems = mayBeThere && notices.attempt { try store.database.refresh() } ?? false
    attachments.scrubDeleted()
    let hasNewDrafts = mayBeThere && notices.attempt(drafts.refresh) ?? false
    guard hasNewItems || hasNewDrafts || isWritable else { return false }
    if hasNewItems { news.look() }
    updater.takeOver { showTakenOver() }
    news.end()
    return true
  }

  private func showTakenOver() {
    let former = conflicts.marks
    showData()
    conflicts.withdrawResolved(since: former)
    news.reportRenumbered()
    // A form's own line about its conflict is more important.
    guard drafts.openForms.values.allSatisfy({ !$0.hasConflicts }) else { return }
    if !conflicts.reportNew(since: former) { news.report() }
  }

  /// Opens for writing what was read-only at the start, if the disk allows that now.
  ///
  /// - Returns: Whether something became writable.
  private func recoverWriting() -> Bool {
    let hasInventory = store.recover()
    let hasDrafts = drafts.recover()
    return hasInventory || hasDrafts
  }

  /// Continues what runs in the background, as the app comes to the foreground.
  func resume() { wordRebuild.start() }

  /// Ends or pauses what writes in the background, before the app is suspended or ends.
  func pause() {
    backgroundChanges.finish()
    wordRebuild.pause()
  }
}

extension DataRefresher: ScreenUpdaterDelegate {
  func showData() {
    drafts.load()
    conflicts.load()
    statusBar.update()
    statusBar.updateTabs()
    if !updater.isStarting { sync.follow() }
    navigator.forEachScreen { $0.dataDidChange() }
    drafts.openForms.values.forEach { $0.takeOver() }
  }
}

extension DataRefresher: SyncControllerDelegate {
  func syncDidReceive() {
    if takeOverChanges() { host.application?.update() }
  }

  func syncStatusDidChange() {
    statusBar.update()
    navigator.forEachScreen { $0.householdDidChange() }
    host.application?.update()
  }
}
