/// Makes or finds the view controllers that come back at launch (contract 3.2).
public protocol ViewControllerRestoration {
  /// Returns the controller for a saved one, or `nil` to leave it and its children out.
  ///
  /// Do the least that makes the object; its state is decoded afterwards. What is needed to make it
  /// (a store, say) is in the coder's `environment`.
  ///
  /// - Parameters:
  ///   - identifierPath: Restoration identifiers from the root down to the object's own.
  ///   - coder: What the controller itself saved.
  static func viewController(
    withRestorationIdentifierPath identifierPath: [String], coder: Coder
  ) -> ViewController?
}
