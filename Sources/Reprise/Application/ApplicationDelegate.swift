import Foundation

/// What an app tells the kit and hears from it.
///
/// Preservation is off unless both `should…` methods answer `true` (contract 1.1.1).
public protocol ApplicationDelegate: AnyObject {
  /// Before anything is restored: make the window's content here (contract 1.4).
  func applicationWillFinishLaunching(_ application: Application)

  /// After everything was restored.
  func applicationDidFinishLaunching(_ application: Application)

  /// Whether state is to be kept. Asked at launch, on entering the background and at quit; the
  /// coder is the application's own, read back in `shouldRestore` and `didDecode`. What changes in
  /// between belongs into `willEncode`.
  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool

  /// Whether the saved state is to be restored.
  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool

  /// Writes what belongs to no object in particular (contract 1.1.5).
  ///
  /// Asked when state is to be kept, after `shouldSave`, and in each turn in which
  /// ``Application/setNeedsPreservation()`` was called; so write everything each time.
  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder)

  /// Reads it back, after all objects have been decoded.
  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder)

  /// Makes or finds a controller that has no restoration class (contract 3.3).
  func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController?

  /// The time to take over what changed outside: called before what the person did is handled, and
  /// before what went wrong is tried again.
  func applicationWillBeginTurn(_ application: Application)

  /// Stores what the person typed and has not saved. Called in every turn before the state is
  /// stored, so that state never refers to data that is not there (design 2).
  ///
  /// Store ``Application/redoRecord()`` in the same transaction, in the place of the one before.
  func applicationCommitDrafts(_ application: Application)

  /// The redo record that was stored last with drafts of this session, if there is one. Asked at
  /// launch before anything is restored: a state that is a turn behind the drafts catches up.
  func applicationRedoRecord(_ application: Application) -> Data?

  /// Waits until data of the app's own is on the disk itself (*power-safe*). Called before the process
  /// stops or ends, after drafts and state were stored; may take as long as the disk takes.
  func applicationFlushData(_ application: Application)

  /// The app gets keys from now on.
  func applicationDidBecomeActive(_ application: Application)

  /// The app will get no keys for a while.
  func applicationWillResignActive(_ application: Application)

  /// The app has left the screen; state is stored after this returns (contract 1.2.2).
  func applicationDidEnterBackground(_ application: Application)

  /// The app comes back to the screen.
  func applicationWillEnterForeground(_ application: Application)

  /// It is another day, or the clock or the time zone was set (contract 8.6).
  func applicationSignificantTimeChange(_ application: Application)

  /// Memory is short: the time to let go of what can be made again (contract 8.5.7).
  func applicationDidReceiveMemoryWarning(_ application: Application)

  /// The app ends.
  func applicationWillTerminate(_ application: Application)

  /// What to say when nobody handles a key, or the keys of a sequence; `nil` says nothing.
  ///
  /// Not asked while a text is being typed, and not for the mouse.
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
  /// Finds none.
  public func application(
    _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
    coder: Coder
  ) -> ViewController? { nil }
  /// Does nothing.
  public func applicationWillBeginTurn(_ application: Application) {}
  /// Does nothing.
  public func applicationCommitDrafts(_ application: Application) {}
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
