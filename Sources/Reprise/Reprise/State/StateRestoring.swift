import Preservation

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

  /// Encodes the state that the object needs to be restored. Call `super` when overriding.
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

  /// Saves nothing; references to the object are saved anyway (contract 6.5).
  public func encodeRestorableState(with coder: Coder) {}

  /// Reads nothing.
  public func decodeRestorableState(with coder: Coder) {}

  /// Does nothing.
  public func applicationFinishedRestoringState() {}
}

/// Makes or finds registered objects at launch (contract 6.7).
public protocol ObjectRestoration {
  /// Returns the object for a saved one, or `nil` to leave it out.
  ///
  /// The kit calls it when something first refers to the object, possibly before anything is decoded:
  /// read from the coder here what others need of the object at once. The kit then registers the object
  /// under its former identifier, unless this method has registered it.
  ///
  /// - Parameters:
  ///   - identifierPath: The restoration identifiers from the root down to the object.
  ///   - coder: The state that the object saved.
  static func object(
    withRestorationIdentifierPath identifierPath: [String], coder: Coder
  ) -> (any StateRestoring)?
}

/// The preserver, as the interface below it knows it.
///
/// Views, screens and windows don't depend on how state is stored and restored. They report through
/// this protocol, above all that an object is dirty.
protocol StateMarking: AnyObject {
  /// Adds a line to the report of this launch.
  var remark: (String) -> Void { get }

  /// Has an object encoded with this turn.
  func mark(_ entry: PreservedObject)

  /// Has an object read its state, its ``Restorable`` properties first.
  func decode(_ object: any StateRestoring, with coder: Coder)

  /// Notes that the view of a screen loads, which may happen while another object is being restored.
  ///
  /// - Returns: The object that was being restored, to give back to ``enterRestoring(_:)`` afterwards;
  ///   `nil` when nothing is being restored.
  func enterLoading(of screen: any StateRestoring) -> NodeID??

  /// Notes which object is being restored now; `nil` stands for the app as a whole.
  func enterRestoring(_ node: NodeID?)
}
