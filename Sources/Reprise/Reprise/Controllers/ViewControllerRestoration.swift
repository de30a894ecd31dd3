/// Makes or finds view controllers at launch (contract 3.2).
public protocol ViewControllerRestoration {
  /// Returns the controller for a saved one, or `nil` to leave it out with its children.
  ///
  /// Only make the object; its state is decoded afterwards. What that takes, such as a store, is in the
  /// `environment` of the coder.
  ///
  /// - Parameters:
  ///   - identifierPath: The restoration identifiers from the root down to the controller.
  ///   - coder: What the controller saved.
  static func viewController(
    withRestorationIdentifierPath identifierPath: [String], coder: Coder
  ) -> ViewController?
}
