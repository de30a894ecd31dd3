/// Makes or finds the registered objects that come back at launch (contract 6.7).
public protocol ObjectRestoration {
  /// Returns the object for a saved one, or `nil` to leave it out.
  ///
  /// Called when something first asks for the object, which can be before anything is decoded: what
  /// others need of it at once can be taken from the coder here. The kit registers the object under
  /// the identifier it had, unless this does.
  ///
  /// - Parameters:
  ///   - identifierPath: Restoration identifiers from the root down to the object's own.
  ///   - coder: What the object itself saved.
  static func object(
    withRestorationIdentifierPath identifierPath: [String], coder: Coder
  ) -> (any StateRestoring)?
}
