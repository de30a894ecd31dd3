/// An object whose state is kept while the app is not running (contract 6.1).
///
/// Views and view controllers conform; they take part once they have a `restorationIdentifier`. Any
/// other object takes part once it is registered with
/// ``Application/registerObject(forStateRestoration:restorationIdentifier:)`` and an object that is
/// preserved refers to it. All requirements have a default that does nothing.
public protocol StateRestoring: AnyObject {
  /// The object above this one in its path (contract 2.A.2, 6.6).
  ///
  /// A parent that is not preserved itself is skipped.
  var restorationParent: (any StateRestoring)? { get }

  /// Makes the object at launch; without one the object has to exist and be registered by then.
  ///
  /// Views and view controllers have none: see ``ViewController/restorationClass``.
  var objectRestorationClass: (any ObjectRestoration.Type)? { get }

  /// Writes what the object needs to come back. Call `super` when overriding.
  ///
  /// In the foreground it runs for marked objects only, in the turn after `setNeedsPreservation()`. Mark the object
  /// whenever a view or a model that this method reads has changed, or a `kill -9` loses the change. A ``Restorable``
  /// property marks its object itself. A pilot fails the test if a mark is missing.
  ///
  /// ```swift
  /// name.addAction(for: .valueChanged) { [unowned self] in setNeedsPreservation() }
  /// ```
  func encodeRestorableState(with coder: Coder)

  /// Reads what ``encodeRestorableState(with:)`` wrote. Call `super` when overriding.
  func decodeRestorableState(with coder: Coder)

  /// Called on every restored object after all of them were decoded (contract 6.9).
  ///
  /// Apply here what depends on other objects.
  func applicationFinishedRestoringState()
}

extension StateRestoring {
  /// None: the path begins here.
  public var restorationParent: (any StateRestoring)? { nil }

  /// None: the object exists already.
  public var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  /// Saves nothing; the object can be referred to all the same (contract 6.5).
  public func encodeRestorableState(with coder: Coder) {}

  /// Reads nothing.
  public func decodeRestorableState(with coder: Coder) {}

  /// Does nothing.
  public func applicationFinishedRestoringState() {}
}
