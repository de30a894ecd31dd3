import Preservation

/// What restoring knows of the app that comes back.
protocol RestoringApplication: AnyObject {
  var window: Window { get }
  var store: StateStore { get }
  var preserver: Preserver { get }

  /// The version of the app that runs, which another one may have saved the state before.
  var version: String { get }

  /// Asks the delegate for the controller of a path (contract 3.3).
  func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController?

  /// Has the delegate read what it wrote.
  func decodeDelegateState(with coder: Coder)
}
