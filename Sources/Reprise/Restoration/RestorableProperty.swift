import Observation

/// What every ``Restorable`` is, whatever it holds.
public class RestorableProperty: Observable {
  /// What the state calls it.
  public let key: String

  /// Called when the value was set; whoever stores the property says what to do.
  ///
  /// Nobody is told of what is not part of any state: it is written when it becomes one.
  var didChange: () -> Void = {}

  /// How many there are in the process.
  ///
  /// Without any there is nothing to look for, and to look takes a fifth of a millisecond for each class,
  /// the first time. Nothing else hangs on it, so several apps in one process may share it.
  fileprivate static var count = 0

  init(key: String) {
    self.key = key
    Self.count += 1
  }

  isolated deinit { Self.count -= 1 }

  // MARK: - Observation

  private let registrar = ObservationRegistrar()

  /// Stands for the value, of which only the subclass knows the type.
  private var observed: Void { () }

  /// Tells whoever tracks that the value is read.
  func noteRead() {
    registrar.access(self, keyPath: \.observed)
  }

  /// Changes the value and tells whoever read it.
  func noteChange(_ change: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.observed, change)
  }

  // MARK: - Preservation

  func encode(with coder: Coder) throws {}

  func decode(with coder: Coder) {}
}

/// Finds the ``Restorable`` properties of objects.
struct RestorableProperties {
  /// The classes whose objects have none: they are not looked through again.
  private var classesWithout: Set<ObjectIdentifier> = [
    ObjectIdentifier(Window.self), ObjectIdentifier(NavigationController.self),
    ObjectIdentifier(TabBarController.self), ObjectIdentifier(View.self),
    ObjectIdentifier(ScrollView.self), ObjectIdentifier(TableView.self),
    ObjectIdentifier(TextField.self), ObjectIdentifier(TextView.self),
    ObjectIdentifier(Button.self), ObjectIdentifier(Switch.self), ObjectIdentifier(Choice.self),
    ObjectIdentifier(SegmentedControl.self), ObjectIdentifier(Application.self),
  ]

  /// Those of an object, the ones of its superclasses first.
  mutating func find(in object: AnyObject) -> [RestorableProperty] {
    guard RestorableProperty.count > 0 else { return [] }
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
