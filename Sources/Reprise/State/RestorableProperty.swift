import Observation
@_spi(Reflection) import Swift

/// What every ``Restorable`` is, whatever it holds.
public class RestorableProperty: Observable {
  /// What the state calls it.
  public let key: String

  /// Called when the value was set; whoever stores the property says what to do.
  ///
  /// Nobody is told of what is not part of any state: it is written when it becomes one.
  var didChange: () -> Void = {}

  /// How many there are in the process: without any there is nothing to look for.
  ///
  /// Nothing else hangs on it, nor on the next one, so several apps in one process may share them.
  fileprivate static var count = 0

  /// How many were not found yet in the object that they are properties of.
  ///
  /// Properties are made before the rest of their object is: one that is made while none waits has none.
  private(set) static var waiting = 0

  fileprivate var isFound = false {
    didSet { if isFound, !oldValue { Self.waiting -= 1 } }
  }

  init(key: String) {
    self.key = key
    Self.count += 1
    Self.waiting += 1
  }

  isolated deinit {
    Self.count -= 1
    if !isFound { Self.waiting -= 1 }
  }

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
///
/// Where they lie in an object is a matter of its class, and asked once. `Mirror` would do as well, but asks
/// every class first whether it conforms to `CustomReflectable`: to find out that one does not, the runtime goes
/// through all conformances of the program.
enum RestorableProperties {
  /// How far into an object of a class its properties lie, in bytes, those of its superclasses first.
  private static var offsets: [ObjectIdentifier: [Int]] = [:]

  /// Those of an object, the ones of its superclasses first.
  static func find(in object: AnyObject) -> [RestorableProperty] {
    guard RestorableProperty.count > 0 else { return [] }
    let type: AnyObject.Type = type(of: object)
    let offsets = offsets[ObjectIdentifier(type)] ?? offsets(in: type)
    self.offsets[ObjectIdentifier(type)] = offsets
    guard !offsets.isEmpty else { return [] }
    let start = Unmanaged.passUnretained(object).toOpaque()
    // The class says that at each of these offsets a strong reference of this kind is stored, as long as
    // there is the object, which the caller holds.
    let found = offsets.map { start.load(fromByteOffset: $0, as: RestorableProperty.self) }
    for property in found { property.isFound = true }
    return found
  }

  private static func offsets(in type: AnyObject.Type) -> [Int] {
    var offsets: [Int] = []
    // `.classType`, which is a variable in the standard library.
    let options = _EachFieldOptions(rawValue: 1)
    _forEachField(of: type, options: options) { name, offset, fieldType, kind in
      // What is behind the property `x` is called `_x`.
      if kind == .class, name.pointee == UInt8(ascii: "_"), fieldType is RestorableProperty.Type {
        offsets.append(offset)
      }
      return true
    }
    return offsets
  }
}
