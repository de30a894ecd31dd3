/// Things that restoration classes need to build objects: stores, clocks, settings.
///
/// Carried by every ``Coder``, so that nothing has to be global (contract 10.1.10).
public struct Environment {
  /// By the numbers of the types.
  private var values: [Int: Any] = [:]

  /// Makes an empty environment.
  public init() {}

  /// The thing of a type, if one was put in.
  public subscript<Thing>(type: Thing.Type) -> Thing? {
    get { values[ObjectIdentifier(type).number] as? Thing }
    set { values[ObjectIdentifier(type).number] = newValue }
  }
}

extension ObjectIdentifier {
  /// The identity as a number.
  ///
  /// The runtime looks through all conformances of the program once for each type that is the key of a
  /// table, and a launch waits for that. Numbers are keys of other tables anyway.
  package var number: Int { Int(bitPattern: self) }
}
