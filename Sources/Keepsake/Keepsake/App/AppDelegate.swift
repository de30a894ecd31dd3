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
    context.browsedDirectory = coder.decodeString(forKey: "browsedDirectory")
    context.saidOfPreferences = coder.decodeString(forKey: "saidOfPreferences")
    context.folding.decode(from: coder)
  }

  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
    coder.encode(context.browsedDirectory, forKey: "browsedDirectory")
    coder.encode(context.saidOfPreferences, forKey: "saidOfPreferences")
    let limits = context.store.database.guide.limits.text
    if !limits.isEmpty { coder.encode(limits, forKey: "limits") }
    context.folding.encode(with: coder)
  }

  func stateRestorationActivity(for application: Application) -> UserActivity? {
    application.userActivity
  }

  func application(_ application: Application, didDiscardSessions sessions: [String]) {
    for session in sessions { context.attempt { try context.drafts.forgetRedo(of: session) } }
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
    context.tabs?.viewControllers.first as? ItemsSplitViewController
  }

  func applicationWillFinishLaunching(_ application: Application) {
    application.window.globalActions = actions(of: application)
  }

  func applicationDidFinishLaunching(_ application: Application) {
    let context = context
    itemsSplit?.takeOverPushedScreens()
    context.start()
    announceMissing(in: application.restorationReport, application)
    context.sayWhatIsWrongWithPreferences()
    context.selectUnannouncedRow()
    if let notice = context.store.database.openingNotice { context.problem(context.brief(notice)) }
    context.warnForeignKey()
    let update = application.updating
    application.observe(.data, with: self) { news in
      if context.takeOverChanges() { update() }
      if news.files.contains(context.household.notePath) { context.household.readNote() }
      if context.store.database.isInHousehold { context.householdDidChange() }
    }
    application.observe(.configuration, with: self) { news in
      if news.files.contains(where: context.preferencesFiles.contains) {
        context.takeOverPreferences()
      }
    }
    context.followRestrictions()
    if let destination { context.go(to: destination) }
  }

  /// Another day: what is worth less with age, and what ends soon, is another.
  func applicationSignificantTimeChange(_ application: Application) { context.showData() }

  /// Reports when a screen wasn't restored because its item or place is gone.
  private func announceMissing(in report: RestorationReport, _ application: Application) {
    let missing = report.entries.contains { entry in
      if case .skipped = entry.outcome { true } else { false }
    }
    let kept = report.entries.contains { entry in
      if case .kept = entry.outcome { true } else { false }
    }
    if let change = context.unannouncedChange {
      application.window.show(notice: change)
    } else if kept, isStateForeign {
      application.window.show(
        notice: "What only another version can show is kept for it", kind: .warning)
    } else if context.isFormElsewhere {
      application.window.show(
        notice: "The form that was open here is open in another window", kind: .warning)
    } else if let gone = context.goneMeanwhile {
      application.window.show(
        notice: gone, kind: .warning)
    } else if missing {
      application.window.show(
        notice: "What was open here is no longer there", kind: .warning)
    }
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    coder.encode(context.store.database.uuid.uuidString, forKey: "inventory")
    return true
  }

  /// Restores only the state of the inventory that is open, and of a time when the login might see the same: its
  /// texts and its picture may show what is hidden by now.
  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    guard coder.decodeString(forKey: "inventory") == context.store.database.uuid.uuidString else {
      return false
    }
    let isOfTheseLimits =
      coder.decodeString(forKey: "limits") ?? "" == context.store.database.guide.limits.text
    if !isOfTheseLimits { context.forgetWhatWasSeen() }
    return isOfTheseLimits
  }

  func application(
    _ application: Application, noticeForUnhandledKeys keys: [KeyPress]
  ) -> String? {
    let words = "\(KeyPress.label(of: keys)) does nothing here"
    let commands = application.window.availableKeyCommands
    let offer =
      commands.first { $0.actionID == "help.filter" }
      ?? commands.first { $0.actionID == "app.help" }
    return words + (offer.map { " — \($0.label) \($0.title)" } ?? "")
  }

  func applicationWillBeginTurn(_ application: Application) {
    context.takeOverChanges(ifThere: application.mayHaveNewData)
  }

  func applicationWillEnterForeground(_ application: Application) {
    context.wordRebuild.start()
  }

  func applicationDidEnterBackground(_ application: Application) {
    // After leaving in order the next launch says again what is wrong.
    if application.termination != nil { context.saidOfPreferences = nil }
    context.releaseMemory()
    context.household.enterBackground()
  }

  func applicationDidReceiveMemoryWarning(_ application: Application) {
    context.releaseMemory()
  }

  func application(_ application: Application, commitDrafts redo: Data?) {
    context.commitDrafts(redo: redo)
  }

  func applicationRedoRecord(_ application: Application) -> Data? {
    context.attempt { try context.drafts.redoRecord(of: context.session) } ?? nil
  }

  func applicationFlushData(_ application: Application) {
    context.finishLongChange()
    context.wordRebuild.pause()
    context.disk.flush()
  }

  /// The actions that work everywhere.
  ///
  /// The application holds them by its window, so they must not hold it.
  private func actions(of application: Application) -> [Action] {
    let help = Action("app.help", "Help", "?", for: application) {
      [navigator = context.navigator] in
      HelpViewController.present(in: $0) { navigator.makeStack(.help) }
    }.essential()
    var actions = [
      help, help.also("F1", isHinted: true),
      Action("app.quit", "Quit", "q", isHinted: false, for: application) { $0.terminate() },
      Action("app.redraw", "Draw again", "^L", isHinted: false, for: application) { $0.redraw() },
      Action("app.inspect", "What is saved", "F12", isHinted: false, for: application) {
        InspectorViewController.show(in: $0)
      },
      Action("app.notices", "Notices", "M", isHinted: false, for: application) {
        NoticesViewController.show(in: $0)
      },
      Action("app.lock", "Lock", "L", isHinted: false, for: context) { $0.lock() },
      Action(
        "app.log-in", "Log in to the household", "F3", isHinted: false, for: context,
        enabled: { $0.household.needsLogin }
      ) { $0.logIn() },
      Action(
        "app.join", "Join a household", "F3", isHinted: false, for: context,
        enabled: { $0.canJoin }
      ) { $0.join() },
    ]
    if context.isDemo {
      actions.append(Action("demo.kill", "kill -9 me", "F9", for: context) { $0.killItself() })
    }
    return actions
  }
}
