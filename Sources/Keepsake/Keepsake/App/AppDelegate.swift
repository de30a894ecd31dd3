import Foundation
import Inventory
import Reprise
import Sync

/// Keepsake's application delegate; its screens come from the storyboard.
final class AppDelegate: ApplicationDelegate {
  private let context: AppContext

  /// Whether another version saved the state that came back.
  private var isStateForeign = false

  /// Where the command line asks to go.
  private let destination: Destination?

  init(context: AppContext, destination: Destination? = nil) {
    self.context = context
    self.destination = destination
  }

  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {
    isStateForeign = coder.archiveInfo.bundleVersion != Version.text
    context.attachments.decode(from: coder)
    context.preferences.decode(from: coder)
    context.folding.decode(from: coder)
    context.unfinished.decode(from: coder)
    context.lastPlace.decode(from: coder)
    context.bulkForm.decode(from: coder)
    context.imports.decode(from: coder)
    if let name = context.changes.backgroundChanges.interruptedName(from: coder) {
      context.launchNotices.noteInterrupted(name)
    }
  }

  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
    context.attachments.encode(with: coder)
    context.preferences.encode(with: coder)
    let limits = context.store.database.limits.text
    if !limits.isEmpty { coder.encode(limits, forKey: "limits") }
    context.folding.encode(with: coder)
    context.unfinished.encode(with: coder)
    context.lastPlace.encode(with: coder)
    context.bulkForm.encode(with: coder)
    context.imports.encode(with: coder)
    context.changes.backgroundChanges.encode(with: coder)
  }

  func stateRestorationActivity(for application: Application) -> UserActivity? {
    application.userActivity
  }

  func application(_ application: Application, didDiscardSessions sessions: [String]) {
    context.drafts.forgetRedo(of: sessions)
  }

  /// Finds the stack of items in states saved before it moved into a split.
  func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController? {
    path == ["tabs", "Items"] ? itemsSplit?.viewController(for: .primary) : nil
  }

  func application(
    _ application: Application, alertFor question: AlertQuestion, over controller: ViewController
  ) -> AlertController? { context.alert(for: question) }

  private var itemsSplit: ItemsSplitViewController? {
    context.navigator.tabs?.viewControllers.first as? ItemsSplitViewController
  }

  func applicationWillFinishLaunching(_ application: Application) {
    application.window.globalActions = actions(of: application)
    application.makeActionTable = { .keepsake }
  }

  func applicationDidFinishLaunching(_ application: Application) {
    let context = context
    itemsSplit?.takeOverPushedScreens()
    context.refresher.start()
    context.launchNotices.show(
      with: application.restorationReport, isStateForeign: isStateForeign)
    context.preferences.reportProblems()
    context.launchNotices.selectRow()
    if let notice = context.store.database.openingNotice {
      context.notices.warn(context.notices.brief(notice))
    }
    context.privacy.warnForeignKey()
    let update = application.updating
    application.observe(.data, with: self) { news in
      if context.refresher.takeOverChanges() { update() }
      if news.files.contains(context.sync.notePath) { context.sync.readNote() }
      if context.store.database.isInHousehold { context.refresher.syncStatusDidChange() }
    }
    application.observe(.configuration, with: self) { news in
      guard news.files.contains(where: context.preferences.watchedFiles.contains) else { return }
      let before = context.preferences.personal
      context.preferences.takeOver()
      if before.pictureGraphics != context.preferences.personal.pictureGraphics {
        context.attachments.graphicsPreferenceDidChange()
      }
    }
    context.contentLimits.follow()
    if let destination { show(destination) }
  }

  /// Shows what the command line asks for: selects the first tab, closes what covers it, and resets its stack.
  ///
  /// Text typed into a form that this closes is kept as a draft.
  private func show(_ destination: Destination) {
    guard let split = itemsSplit, let list = split.list, context.drafts.leaveForms() else { return }
    context.navigator.tabs?.dismiss()
    context.navigator.tabs?.selectedIndex = 0
    list.navigationController?.popToRootViewController()
    switch destination {
    case .items(let text):
      split.show(.primary)
      list.show(filter: text)
    case .item(let uuid): split.begin(with: uuid)
    }
    context.updater.dataDidChange()
  }

  /// Updates screens on a new day, which changes depreciated values and ending warranties.
  func applicationSignificantTimeChange(_ application: Application) {
    context.updater.showData()
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    coder.encode(context.store.database.uuid.uuidString, forKey: "inventory")
    return true
  }

  /// Restores state only for the open inventory and the current content limits: other state may show hidden text.
  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    guard coder.decodeString(forKey: "inventory") == context.store.database.uuid.uuidString else {
      return false
    }
    let isOfTheseLimits =
      coder.decodeString(forKey: "limits") ?? "" == context.store.database.limits.text
    if !isOfTheseLimits { context.contentLimits.forgetHiddenItems() }
    return isOfTheseLimits
  }

  func application(
    _ application: Application, noticeForUnhandledKeys keys: [KeyPress]
  ) -> String? {
    if let reason = reasonAgainst(keys, in: application) { return reason }
    let words = "\(KeyPress.label(of: keys)) does nothing here"
    let commands = application.window.availableKeyCommands
    let offer = commands.first { $0.actionID == "app.help" }
    return words + (offer.map { " — \($0.label) \($0.title)" } ?? "")
  }

  /// Explains why the action of some keys is unavailable; `nil` if no action has them, or none gives a reason.
  private func reasonAgainst(_ keys: [KeyPress], in application: Application) -> String? {
    var responder = application.window.firstResponder
    while let current = responder {
      for action in current.actions where !action.isEnabled && action.role != .cancel {
        let bindings = application.keyOverrides[action.id] ?? action.keys
        if let reason = action.unavailableReason, bindings.contains(where: { $0.keys == keys }) {
          return "\(action.title): \(reason)"
        }
      }
      responder = current.next
    }
    return nil
  }

  func applicationWillBeginTurn(_ application: Application) {
    context.refresher.takeOverChanges(ifThere: application.mayHaveNewData)
  }

  func applicationWillEnterForeground(_ application: Application) {
    context.refresher.resume()
  }

  func applicationDidEnterBackground(_ application: Application) {
    // After a normal exit, the next launch reports problems again.
    if application.termination != nil { context.preferences.forgetReportedProblems() }
    releaseMemory()
    context.sync.enterBackground()
  }

  func applicationDidReceiveMemoryWarning(_ application: Application) { releaseMemory() }

  private func releaseMemory() {
    context.store.releaseMemory()
    context.drafts.releaseMemory()
  }

  func application(_ application: Application, commitDrafts redo: Data?) {
    context.drafts.commit(redo: redo)
  }

  func applicationRedoRecord(_ application: Application) -> Data? {
    context.drafts.redoRecord()
  }

  func applicationFlushData(_ application: Application) {
    context.refresher.pause()
    context.disk.flush()
  }

  /// The actions that work everywhere.
  ///
  /// The application holds them by its window, so they must not hold it.
  private func actions(of application: Application) -> [Action] {
    var actions =
      application.helpActions + [
        Action("app.quit", "Quit", "q", isHinted: false, for: application) { $0.terminate() },
        Action("app.redraw", "Redraw", "^L", isHinted: false, for: application) { $0.redraw() },
        Action("app.notices", "Notices", "M", isHinted: false, for: application) {
          NoticesViewController.show(in: $0)
        },
        Action("app.history", "Show all changes", "g h", isHinted: false, for: context) {
          $0.navigator.present(.history)
        },
        Action("app.due", "Show what is due", "g d", isHinted: false, for: context) {
          $0.navigator.present(.due)
        },
        Action("app.views", "Show saved views", "g v", isHinted: false, for: context) {
          $0.navigator.present(.views)
        },
        Action("app.import", "Import a file", "g i", isHinted: false, for: context) {
          ImportBrowser.present(in: $0)
        },
        Action("app.lock", "Lock", "L", isHinted: false, for: context) {
          $0.privacy.lock()
        },
        Action(
          "app.log-in", "Log in to the household", "F3", isHinted: false, for: context,
          enabled: { $0.sync.needsLogin }
        ) { $0.navigator.present(.logIn) },
        Action(
          "app.join", "Join a household", "F3", isHinted: false, for: context,
          enabled: { $0.sync.canJoin }
        ) { $0.navigator.present(.join) },
      ]
    if context.offersInspection {
      actions.append(
        Action("app.inspect", "Inspect saved state", "F12", isHinted: false, for: application) {
          InspectorViewController.show(in: $0)
        })
    }
    if context.isDemo {
      actions.append(
        // SIGKILL, which no program survives.
        Action("demo.kill", "kill -9 me", "F9", for: context) {
          if !$0.isCopy { kill(getpid(), SIGKILL) }
        })
    }
    return actions
  }
}

/// The item or filter that the command line asks for; it takes precedence over the restored place.
nonisolated enum Destination {
  /// One item.
  case item(UUID)
  /// All items that match a text.
  case items(String)

  /// Finds the item or place that a text names.
  ///
  /// - Throws: When nothing has that name.
  init(_ text: String, in store: InventoryStore) throws {
    switch try store.items(named: text) {
    case .one(let uuid):
      if let item = try store.items.fetch(uuid), item.deletedAt != nil {
        throw UsageFailure.inTrash(item)
      }
      self = .item(uuid)
    case .several: self = .items(try store.filter(naming: text))
    case .none:
      throw UsageFailure(
        status: .noInput,
        message: "there is no item “\(text)”; `keepsake list` prints your items")
    }
  }
}
