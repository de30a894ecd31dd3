import Preservation

/// The saved state of the app itself, and extended restoration (contract 6).
extension Application {
  /// The outcome for each saved object at this launch.
  public var restorationReport: RestorationReport { restoration.report }

  /// Whether state may bring back a type under a key.
  public func isRegistered(_ key: String) -> Bool { preserver.registry.isRegistered(key) }

  /// Registers an object for preservation that is neither a view nor a controller (contract 6.2).
  ///
  /// It is saved once, as long as something preserved refers to it, and all references are restored
  /// to the same object (contract 6.3, 6.8). Register it before anything encodes a reference to it;
  /// if it has no `objectRestorationClass`, before state is restored. The reference is weak, so
  /// unregistering is not needed. Registering it again changes its identifier.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - restorationIdentifier: Its name below its `restorationParent`.
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    preserver.register(object, restorationIdentifier: restorationIdentifier)
  }

  /// Marks a registered object dirty, so that this turn stores it.
  ///
  /// Views and controllers mark themselves.
  public func setNeedsPreservation(of object: any StateRestoring) {
    preserver.setNeedsPreservation(object)
  }

  /// Says that `willEncodeRestorableState` of the delegate would write something else now, or that
  /// the person does something else, so that this turn stores it.
  ///
  /// The delegate is asked again before the turn is stored; other turns store what it wrote last. An
  /// object that it refers to for the first time is stored with it. The pilot reports a change that was
  /// not marked. This is like AppKit's `invalidateRestorableState()`.
  public func setNeedsPreservation() {
    preservation.delegateStateDidChange()
  }

  /// Prevents the next launch from showing the picture of the screen, for example because it will be outdated.
  ///
  /// Call it only while state is encoded: in `shouldSave` or `willEncode` of the delegate, or in
  /// `encodeRestorableState(with:)`. Elsewhere it is ignored and reported (contract 6.12). Lists of
  /// sessions still show the picture.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    preservation.snapshots.ignore()
  }

  /// Makes a screen of a registered type from values, as restoration makes it from saved ones.
  ///
  /// Code that must not know the class of a screen opens it by its key, and so does a link from outside
  /// the app. The values go to the type's restoration class; a factory gets none. The new screen isn't
  /// shown yet, and decodes nothing.
  ///
  /// ```swift
  /// let level = application.makeViewController(
  ///   ofType: "places", values: [("level", .string("attic"))])
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key under which the type is registered.
  ///   - values: The values that the restoration class needs to make the screen.
  /// - Returns: `nil` if no type has the key, or the type can't make a screen from these values.
  public func makeViewController(
    ofType key: String, values: [(key: String, value: Value)] = []
  ) -> ViewController? {
    let coder = Coder(
      [KeyedValue](values), references: preserver, userInfo: preserver.environment)
    return preserver.registry.makeController(ofType: key, coder: coder)
  }

  /// Explains of all controllers and views why they are saved, or are not.
  ///
  /// Controllers come before their views. Controllers whose view was never loaded have no views yet.
  public func explainPreservation() -> [PreservationExplanation] {
    window.rootViewController.map(PreservationExplainer(preserver).explain) ?? []
  }

  /// Adds a line to the report of this launch, and to the log once the launch is over.
  public func remark(_ text: String) { restoration.remark(text) }

  // MARK: - Going on after the launch

  /// Extends restoring beyond the launch, until ``completeStateRestoration()``.
  ///
  /// Call it during the launch, once for each thing that is restored off the main thread. Until all are
  /// completed, a death counts as a death while restoring, so that the next launch mistrusts the state
  /// (contract 6.11). The interface works and is preserved meanwhile: encode what is not restored yet
  /// as it was.
  public func extendStateRestoration() {
    restoration.extend()
  }

  /// Ends one extension of restoration.
  ///
  /// Balances one call of ``extendStateRestoration()``; a call too many is ignored and reported.
  public func completeStateRestoration() {
    restoration.complete()
  }

  /// Extends restoration by an asynchronous function, and shows its changes.
  ///
  /// - Parameter work: Runs on the main actor, after this function has returned.
  /// - Returns: The task, to be waited for or cancelled. Restoring is completed in any case.
  @discardableResult
  public func extendStateRestoration(
    while work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let counts = !restoration.isOver
    extendStateRestoration()
    return perform { [self] in
      await work()
      if counts { completeStateRestoration() }
      update()
    }
  }

  // MARK: - The application's own record

  /// The key of the storyboard in the coder of a controller that was made from one.
  ///
  /// `coder.decodeObject(forKey:)` returns the ``Storyboard`` (contract 4.6). The kit writes it.
  public static let stateRestorationViewControllerStoryboardKey = ViewController.StateKey.storyboard

  /// Writes the window, the activity and what the delegate wrote last.
  public func encodeRestorableState(with coder: Coder) { preservation.encode(with: coder) }
}

extension Application: RestoringApplication {
  func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    delegate.application(self, viewControllerWithRestorationIdentifierPath: path, coder: coder)
  }

  func decodeDelegateState(with coder: Coder) { preservation.decodeDelegateState(with: coder) }
}
