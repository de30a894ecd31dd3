import Preservation

/// The app's dependencies that restoration classes need to build objects: stores, clocks, settings.
///
/// Every `Coder` carries it, so nothing has to be global (contract 10.1.10).
///
/// ```swift
/// let environment = Environment(holding: Settings())
/// let settings: Settings = environment.required()
/// ```
public struct Environment {
  /// Keyed by the number of the type.
  private var values: [Int: Any] = [:]

  /// Makes an empty environment.
  public init() {}

  /// Makes an environment that holds one thing.
  public init<Thing>(holding thing: Thing) {
    self[Thing.self] = thing
  }

  /// The dependency of a type, if the app set one.
  public subscript<Thing>(type: Thing.Type) -> Thing? {
    get { values[ObjectIdentifier(type).number] as? Thing }
    set { values[ObjectIdentifier(type).number] = newValue }
  }

  /// The object of a type that every screen of the app relies on; the type is inferred.
  ///
  /// - Precondition: the app put one in, in `RepriseApp.environment(_:)` say.
  public func required<Thing>(_ type: Thing.Type = Thing.self) -> Thing {
    guard let thing = self[type] else {
      preconditionFailure(
        "the environment has no \(type): add it where the environment is made")
    }
    return thing
  }
}

extension Coder {
  /// The app's own things, for its restoration classes.
  public var environment: Environment { userInfo as? Environment ?? Environment() }
}

extension ObjectIdentifier {
  /// The identity as a number, for use as a dictionary key.
  ///
  /// For each new key type the runtime scans all protocol conformances of the program once, which
  /// delays the launch. `Int` is a key type already.
  var number: Int { Int(bitPattern: self) }
}
