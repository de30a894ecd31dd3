/// Things that restoration classes need to build objects: stores, clocks, settings.
///
/// Carried by every ``Coder``, so that nothing has to be global (contract 10.1.10).
public struct Environment {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes an empty environment.
  public init() {}

  /// The thing of a type, if one was put in.
  public subscript<Thing>(type: Thing.Type) -> Thing? {
    get { values[ObjectIdentifier(type)] as? Thing }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}
