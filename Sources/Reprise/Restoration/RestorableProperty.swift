/// What every ``Restorable`` is, whatever it holds.
public class RestorableProperty {
  /// What the state calls it.
  public let key: String

  /// Called when the value was set; whoever stores the property says what to do.
  var didChange: () -> Void = {}

  init(key: String) {
    self.key = key
  }

  func encode(with coder: Coder) throws {}

  func decode(with coder: Coder) {}
}

/// Finds the ``Restorable`` properties of objects.
struct RestorableProperties {
  /// The classes whose objects have none: they are not looked through again.
  private var classesWithout: Set<ObjectIdentifier> = []

  /// Those of an object, the ones of its superclasses first.
  mutating func find(in object: AnyObject) -> [RestorableProperty] {
    let type = ObjectIdentifier(Swift.type(of: object))
    guard !classesWithout.contains(type) else { return [] }
    let found = Self.properties(of: Mirror(reflecting: object))
    if found.isEmpty { classesWithout.insert(type) }
    return found
  }

  private static func properties(of mirror: Mirror) -> [RestorableProperty] {
    let inherited = mirror.superclassMirror.map(properties(of:)) ?? []
    return inherited
      + mirror.children.compactMap { child in
        // What is behind the property `x` is called `_x`.
        guard child.label?.hasPrefix("_") == true else { return nil }
        return child.value as? RestorableProperty
      }
  }
}
