import Preservation

/// The app, as restoring knows it.
protocol RestoringApplication: AnyObject {
  var window: Window { get }
  var store: StateStore { get }
  var preserver: Preserver { get }

  /// The version of the running app; another one may have saved the state.
  var version: String { get }

  /// Asks the delegate for the controller of a path (contract 3.3).
  func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController?

  /// Has the delegate read what it wrote.
  func decodeDelegateState(with coder: Coder)
}
