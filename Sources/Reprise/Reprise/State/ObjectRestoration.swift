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
  ///   - coder: What the object saved.
  static func object(
    withRestorationIdentifierPath identifierPath: [String], coder: Coder
  ) -> (any StateRestoring)?
}
