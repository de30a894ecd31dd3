/// An object whose state is kept while the app is not running (contract 6.1).
///
/// Views and view controllers conform. An object is preserved when it has a restoration identifier
/// and an object that is preserved refers to it.
public protocol StateRestoring: AnyObject {
  /// The object's name among its siblings; `nil` keeps it, and all below it, out of the state.
  var restorationIdentifier: String? { get }

  /// The object that this one's path goes through (contract 2.A.2).
  var restorationParent: (any StateRestoring)? { get }

  /// Writes what is needed to come back. Call `super` when overriding.
  func encodeRestorableState(with coder: Coder)

  /// Reads what ``encodeRestorableState(with:)`` wrote. Call `super` when overriding.
  func decodeRestorableState(with coder: Coder)

  /// Called on every restored object when all of them have been decoded (contract 6.9).
  func applicationFinishedRestoringState()
}
