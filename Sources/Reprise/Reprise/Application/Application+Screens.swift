import Preservation

extension Application {
  /// Makes a screen of a registered type from values, as restoration makes it from saved ones.
  ///
  /// Code that must not know the class of a screen opens it by its key, and so does a link from outside
  /// the app. The values go to the type's restoration class; a factory gets none. The new screen isn't
  /// shown yet, and decodes nothing.
  ///
  /// ```swift
  /// let level = application.makeViewController(
  ///   ofType: "places", values: [("level", .string("attic"))])
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key under which the type is registered.
  ///   - values: What the restoration class needs to make the screen.
  /// - Returns: `nil` if no type has the key, or the type makes no screen of these values.
  public func makeViewController(
    ofType key: String, values: [(key: String, value: Value)] = []
  ) -> ViewController? {
    let coder = Coder(
      [KeyedValue](values), references: preserver, userInfo: preserver.environment)
    return preserver.registry.makeController(ofType: key, coder: coder)
  }
}
