import Foundation
import Reprise

/// A delegate that records its calls and follows the plan.
final class PlannedDelegate: ApplicationDelegate {
  private let plan: Plan

  init(plan: Plan) {
    self.plan = plan
  }

  private func note(_ call: String, _ application: Application) {
    plan.diary.append("\(call) [\(application.state)]")
  }

  /// Shows no notice: tests press an unhandled key only to run a turn.
  func application(
    _ application: Application, noticeForUnhandledKeys keys: [KeyPress]
  ) -> String? { nil }

  func applicationWillFinishLaunching(_ application: Application) {
    note("willFinishLaunching", application)
    plan.build(application)
  }

  func applicationDidFinishLaunching(_ application: Application) {
    note("didFinishLaunching", application)
    plan.finish(application)
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    note("shouldSave", application)
    plan.writeWhenAsked(coder)
    return plan.saves
  }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: Coder
  ) -> Bool {
    note("shouldRestore", application)
    return plan.restores(coder)
  }

  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
    note("willEncode", application)
    plan.write(coder)
  }

  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {
    note("didDecode", application)
    plan.read(coder)
  }

  func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController? {
    plan.diary.append("delegate asked for \(path.joined(separator: "/"))")
    return plan.makeByDelegate(path, coder)
  }

  func stateRestorationActivity(for application: Application) -> UserActivity? {
    plan.activity(application)
  }

  func application(
    _ application: Application, restoreInteractionStateWith activity: UserActivity
  ) {
    plan.restoreInteraction(application, activity)
  }

  func application(_ application: Application, didDiscardSessions sessions: [String]) {
    plan.didDiscard(sessions)
  }

  func applicationDidBecomeActive(_ application: Application) {
    note("didBecomeActive", application)
  }

  func applicationWillResignActive(_ application: Application) {
    note("willResignActive", application)
  }

  func applicationDidEnterBackground(_ application: Application) {
    note("didEnterBackground", application)
    plan.enterBackground()
  }

  func application(_ application: Application, commitDrafts redo: Data?) {
    plan.commitDrafts(redo)
  }

  func applicationFlushData(_ application: Application) {
    plan.flushData()
  }

  func applicationWillEnterForeground(_ application: Application) {
    note("willEnterForeground", application)
  }

  func applicationSignificantTimeChange(_ application: Application) {
    note("significantTimeChange", application)
  }

  func applicationDidReceiveMemoryWarning(_ application: Application) {
    note("didReceiveMemoryWarning", application)
  }

  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {
    note("protectedDataWillBecomeUnavailable", application)
  }

  func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
    note("protectedDataDidBecomeAvailable", application)
  }

  func applicationWillTerminate(_ application: Application) {
    note("willTerminate", application)
  }
}
