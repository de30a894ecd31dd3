import Observation
@_spi(Reflection) import Swift

/// The untyped part of all ``Restorable`` properties.
public class RestorableProperty: Observable {
  /// The key in the state.
  public let key: String

  /// Called when the value was set; the preserver sets it to mark the object dirty.
  ///
  /// Does nothing as long as the object is not part of the state: it is encoded whole when it becomes
  /// so.
  var didChange: () -> Void = {}

  /// The number of such properties in the process: at zero, searching for them is skipped.
  ///
  /// Like ``waiting`` it only saves time, so several apps in one process may share it.
  fileprivate static var count = 0

  /// The number of properties whose object has not looked for its properties yet.
  ///
  /// Properties are made before the `init` of their object runs: where none waits, the object has none.
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

  /// Stands in for the value, whose type only the subclass knows.
  private var observed: Void { () }

  /// Tells Observation that the value was read.
  func noteRead() {
    registrar.access(self, keyPath: \.observed)
  }

  /// Changes the value and tells Observation.
  func noteChange(_ change: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.observed, change)
  }

  // MARK: - Preservation

  func encode(with coder: Coder) throws {}

  func decode(with coder: Coder) {}
}

/// Finds the ``Restorable`` properties of objects.
///
/// Their offsets are the same in all objects of a class, so each class is searched once. `Mirror` would
/// first ask each class whether it conforms to `CustomReflectable`; where it does not, the runtime
/// searches all conformances of the program to find that out.
enum RestorableProperties {
  /// The offsets in bytes of the properties in objects of a class, those of its superclasses first.
  private static var offsets: [ObjectIdentifier: [Int]] = [:]

  /// The properties of an object, those of its superclasses first.
  static func find(in object: AnyObject) -> [RestorableProperty] {
    guard RestorableProperty.count > 0 else { return [] }
    let type: AnyObject.Type = type(of: object)
    let offsets = offsets[ObjectIdentifier(type)] ?? offsets(in: type)
    self.offsets[ObjectIdentifier(type)] = offsets
    guard !offsets.isEmpty else { return [] }
    let start = Unmanaged.passUnretained(object).toOpaque()
    // The class guarantees a strong reference of this type at each of these offsets for as long as the
    // object lives, and the caller holds the object.
    let found = offsets.map { start.load(fromByteOffset: $0, as: RestorableProperty.self) }
    for property in found { property.isFound = true }
    return found
  }

  private static func offsets(in type: AnyObject.Type) -> [Int] {
    var offsets: [Int] = []
    // `.classType`, which is a variable in the standard library.
    let options = _EachFieldOptions(rawValue: 1)
    _forEachField(of: type, options: options) { name, offset, fieldType, kind in
      // The storage of the wrapped property `x` is called `_x`.
      if kind == .class, name.pointee == UInt8(ascii: "_"), fieldType is RestorableProperty.Type {
        offsets.append(offset)
      }
      return true
    }
    return offsets
  }
}
