import Foundation
import Logging
import Reprise

/// A delegate that saves and restores everything, and records its calls.
///
/// It omits the calls of every turn, since the number of turns depends on the terminal.
final class TellingDelegate: ApplicationDelegate {
  private static func note(_ call: String, _ application: Application) {
    Diary.note("\(call) [\(application.state)]")
  }

  /// Records the notifications of observers, which follow the delegate's calls.
  static func listen(to application: Application) {
    let transitions: [ApplicationTransition] = [
      .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable,
    ]
    for transition in transitions {
      application.observe(transition, with: application) { [unowned application] in
        Diary.note("heard \(transition), available: \(application.isProtectedDataAvailable)")
      }
    }
    application.observe(.protectedData, with: application) { Diary.note("heard protectedData") }
  }

  func applicationWillFinishLaunching(_ application: Application) {
    Self.note("willFinishLaunching", application)
    application.logger = Logger(label: "probe") { _ in TellingLog() }
  }

  func applicationDidFinishLaunching(_ application: Application) {
    Self.note("didFinishLaunching", application)
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    Self.note("shouldSave", application)
    return true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    Self.note("shouldRestore", application)
    return true
  }

  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
    Self.note("willEncode", application)
  }

  /// Extends restoration beyond the launch, as for data read on another thread.
  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {
    Self.note("didDecode", application)
    application.extendStateRestoration { [unowned application] in
      Self.note("restoration extended", application)
    }
  }

  func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController? {
    Diary.note("delegate asked for \(path.joined(separator: "/"))")
    return nil
  }

  func applicationRedoRecord(_ application: Application) -> Data? {
    Self.note("redoRecord", application)
    return nil
  }

  func application(_ application: Application, commitDrafts redo: Data?) {
    if application.state == .background { Self.note("commitDrafts", application) }
  }

  func applicationFlushData(_ application: Application) { Self.note("flushData", application) }

  func applicationDidBecomeActive(_ application: Application) {
    Self.note("didBecomeActive", application)
  }

  func applicationWillResignActive(_ application: Application) {
    Self.note("willResignActive", application)
  }

  func applicationDidEnterBackground(_ application: Application) {
    Self.note("didEnterBackground", application)
  }

  func applicationWillEnterForeground(_ application: Application) {
    Self.note("willEnterForeground", application)
  }

  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {
    Self.note("protectedDataWillBecomeUnavailable", application)
  }

  func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
    Self.note("protectedDataDidBecomeAvailable", application)
  }

  func applicationWillTerminate(_ application: Application) {
    Self.note("willTerminate", application)
  }
}
