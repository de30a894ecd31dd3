import Foundation

/// The app's own object, which is notified of lifecycle events and decides what is preserved.
///
/// Nothing is kept unless both `should…` methods return `true` (contract 1.1.1).
public protocol ApplicationDelegate: AnyObject {
  /// Called before anything is restored: make the window's content here (contract 1.4).
  func applicationWillFinishLaunching(_ application: Application)

  /// Called after everything was restored.
  func applicationDidFinishLaunching(_ application: Application)

  /// Whether to keep state.
  ///
  /// Called at launch, on entering the background and at quit.
  ///
  /// The coder is the application's own, to be read in `shouldRestore` and `didDecode`. Write what
  /// changes more often in `willEncode`.
  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool

  /// Whether to restore the saved state.
  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool

  /// Encodes state that belongs to no object in particular (contract 1.1.5).
  ///
  /// Called after `shouldSave`, and in each turn after ``Application/setNeedsPreservation()``. Write
  /// everything each time.
  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder)

  /// Reads what `willEncode` wrote, after all objects were decoded.
  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder)

  /// The activity of the person, stored with the tree
  /// of screens or instead of it; `nil` for no activity.
  ///
  /// Asked at launch, on entering the background and at quit, when another responder has come to the
  /// front, and when the activity ``UserActivity/needsSave``. An app that declines
  /// ``application(_:shouldSaveApplicationState:)`` keeps the activity alone.
  func stateRestorationActivity(for application: Application) -> UserActivity?

  /// Continues the stored activity, once the tree of screens is restored.
  ///
  /// Not called if the command line names an item: the item takes precedence.
  func application(
    _ application: Application, restoreInteractionStateWith activity: UserActivity)

  /// Removes the data of sessions that were discarded, by a forced quit or `state discard`; a session that just ended is
  /// not among them.
  ///
  /// Called before anything is restored. One of them may be this session, which then starts clean.
  func application(_ application: Application, didDiscardSessions sessions: [String])

  /// Makes or finds a controller that has no restoration class (contract 3.3).
  func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController?

  /// Called before user input is handled, and before a retry: adopt foreign changes here.
  func applicationWillBeginTurn(_ application: Application)

  /// Stores unsaved input.
  ///
  /// Called before the state is stored, so that state never refers to data that is not there: at the
  /// end of every turn, between events that came together, and on entering the background.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - redo: The state that is about to be stored, sealed; `nil` if it does not change or is not
  ///     kept. Store it in the same transaction as the drafts, in place of the last one, and return
  ///     it from ``applicationRedoRecord(_:)``. Then drafts and state are those of one turn: a kill
  ///     between the two, or a state that cannot be written, loses nothing that was typed, nor the
  ///     caret.
  func application(_ application: Application, commitDrafts redo: Data?)

  /// The redo record stored last with the drafts of this session.
  ///
  /// Called at launch before anything is restored, so that a state one turn behind the drafts catches
  /// up.
  func applicationRedoRecord(_ application: Application) -> Data?

  /// Waits until the app's own data is on the disk itself (*power-safe*).
  ///
  /// Called before the process stops or ends, after drafts and state were stored. May take as long as
  /// the disk takes.
  func applicationFlushData(_ application: Application)

  /// Called when the app gets keys from now on.
  func applicationDidBecomeActive(_ application: Application)

  /// Called when the app will get no keys for a while.
  func applicationWillResignActive(_ application: Application)

  /// Called when the app left the screen; state is stored after this returns (contract 1.2.2).
  func applicationDidEnterBackground(_ application: Application)

  /// Called before the app comes back to the screen.
  func applicationWillEnterForeground(_ application: Application)

  /// Called on another day, and when the clock or the time zone was set (contract 8.6).
  func applicationSignificantTimeChange(_ application: Application)

  /// Called when memory is short: drop everything that can be rebuilt (contract 8.5.7).
  func applicationDidReceiveMemoryWarning(_ application: Application)

  /// Called when a lock is about to close protected data: close all protected files (contract 8.3.7).
  func applicationProtectedDataWillBecomeUnavailable(_ application: Application)

  /// Called when protected data is open again, before the app becomes active.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application)

  /// Called before the app ends.
  func applicationWillTerminate(_ application: Application)

  /// Makes the alert of a question for a screen that does not make it; `nil` if its subject no longer exists.
  ///
  /// See ``ViewController/ask(_:)``.
  func application(
    _ application: Application, alertFor question: AlertQuestion, over controller: ViewController
  ) -> AlertController?

  /// The notice for a key or a sequence of keys that nothing handles; `nil` for no notice.
  ///
  /// Not called while a text is being typed, nor for the mouse.
  func application(
    _ application: Application, noticeForUnhandledKeys keys: [KeyPress]
  ) -> String?
}

extension ApplicationDelegate {
  /// Does nothing.
  public func applicationWillFinishLaunching(_ application: Application) {}
  /// Does nothing.
  public func applicationDidFinishLaunching(_ application: Application) {}
  /// Does not save.
  public func application(
    _ application: Application, shouldSaveApplicationState coder: Coder
  )
    -> Bool
  { false }
  /// Does not restore.
  public func application(
    _ application: Application, shouldRestoreApplicationState coder: Coder
  )
    -> Bool
  { false }
  /// Does nothing.
  public func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {}
  /// Does nothing.
  public func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {}
  /// Does nothing.
  public func stateRestorationActivity(for application: Application) -> UserActivity? { nil }
  /// Does nothing.
  public func application(
    _ application: Application, restoreInteractionStateWith activity: UserActivity
  ) {}
  /// Does nothing.
  public func application(_ application: Application, didDiscardSessions sessions: [String]) {}
  /// Returns `nil`.
  public func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController? { nil }
  /// Makes none.
  public func application(
    _ application: Application, alertFor question: AlertQuestion, over controller: ViewController
  ) -> AlertController? { nil }
  /// Does nothing.
  public func applicationWillBeginTurn(_ application: Application) {}
  /// Does nothing.
  public func application(_ application: Application, commitDrafts redo: Data?) {}
  /// Has none.
  public func applicationRedoRecord(_ application: Application) -> Data? { nil }
  /// Does nothing.
  public func applicationFlushData(_ application: Application) {}
  /// Does nothing.
  public func applicationDidBecomeActive(_ application: Application) {}
  /// Does nothing.
  public func applicationWillResignActive(_ application: Application) {}
  /// Does nothing.
  public func applicationDidEnterBackground(_ application: Application) {}
  /// Does nothing.
  public func applicationWillEnterForeground(_ application: Application) {}
  /// Does nothing.
  public func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {}
  /// Does nothing.
  public func applicationProtectedDataDidBecomeAvailable(_ application: Application) {}
  /// Does nothing.
  public func applicationWillTerminate(_ application: Application) {}
  /// Says that they do nothing.
  public func application(
    _ application: Application, noticeForUnhandledKeys keys: [KeyPress]
  ) -> String? { "\(KeyPress.label(of: keys)) does nothing here" }
  /// Does nothing.
  public func applicationSignificantTimeChange(_ application: Application) {}
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: Application) {}
}
