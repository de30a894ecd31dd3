/// An object whose state is kept while the app is not running (contract 6.1).
///
/// Views and view controllers conform and take part by their `restorationIdentifier`. Any other
/// object takes part once it is registered with
/// ``Application/registerObject(forStateRestoration:restorationIdentifier:)``, and is saved when an
/// object that is preserved refers to it. Everything here has a default that does nothing.
public protocol StateRestoring: AnyObject {
  /// The object that this one's path goes through (contract 2.A.2, 6.6).
  ///
  /// An object that is not preserved itself is passed over.
  var restorationParent: (any StateRestoring)? { get }

  /// What makes the object at launch; without it the object has to exist and be registered by then.
  ///
  /// Views and view controllers have none: see ``ViewController/restorationClass``.
  var objectRestorationClass: (any ObjectRestoration.Type)? { get }

  /// Writes what is needed to come back. Call `super` when overriding.
  func encodeRestorableState(with coder: Coder)

  /// Reads what ``encodeRestorableState(with:)`` wrote. Call `super` when overriding.
  func decodeRestorableState(with coder: Coder)

  /// Called on every restored object when all of them have been decoded (contract 6.9).
  ///
  /// The place to apply what depends on other objects.
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
