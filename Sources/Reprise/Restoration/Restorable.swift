import Foundation

/// A property that is there after a `kill -9`: it encodes, decodes and marks itself.
///
/// ```swift
/// final class NoteList: ViewController {
///   @Restorable("filter") var filter = ""
///   @Restorable("opened") var opened: [UUID] = []
/// }
/// ```
///
/// Works in every object that the state can hold (contract 2.6, 6.1) and in the application's delegate.
/// Values are saved as they are (``RestorableValue``) or as a copy (`Codable`); an object is saved as a
/// reference and is part of the state itself then. The property has its value before
/// ``StateRestoring/decodeRestorableState(with:)`` is called, and keeps what it begins with where the state
/// says nothing of it. Property observers of its own hear of every change but for that one.
@propertyWrapper
public final class Restorable<Wrapped>: RestorableProperty {
  /// The value; to set it has this turn store it.
  public var wrappedValue: Wrapped {
    get { value }
    set {
      value = newValue
      didChange()
    }
  }

  private var value: Wrapped
  private let write: (Wrapped, Coder, String) throws -> Void
  private let read: (Coder, String) -> Wrapped?

  private init(
    _ key: String, _ value: Wrapped, write: @escaping (Wrapped, Coder, String) throws -> Void,
    read: @escaping (Coder, String) -> Wrapped?
  ) {
    self.value = value
    self.write = write
    self.read = read
    super.init(key: key)
  }

  override func encode(with coder: Coder) throws {
    try write(value, coder, key)
  }

  override func decode(with coder: Coder) {
    if let saved = read(coder, key) { value = saved }
  }
}

extension Restorable {
  /// Keeps a value.
  ///
  /// - Parameters:
  ///   - wrappedValue: What the property begins with.
  ///   - key: What the state calls it, once in an object. Another name makes it another property.
  public convenience init(wrappedValue: Wrapped, _ key: String) where Wrapped: RestorableValue {
    self.init(
      key, wrappedValue, write: { $1.encode(value: $0.savedValue, forKey: $2) },
      read: { coder, key in coder.value(forKey: key).flatMap(Wrapped.init(savedValue:)) })
  }

  /// Keeps a value that may be missing, as it is at first.
  public convenience init(_ key: String)
  where Wrapped: RestorableValue & ExpressibleByNilLiteral {
    self.init(wrappedValue: nil, key)
  }

  /// Keeps a copy of a value (contract 4.3).
  @_disfavoredOverload
  public convenience init(wrappedValue: Wrapped, _ key: String) where Wrapped: Codable {
    self.init(
      key, wrappedValue, write: { try $1.encode(codable: $0, forKey: $2) },
      read: { $0.decode(Wrapped.self, forKey: $1) })
  }

  /// Keeps which object it is, and the object with it (contract 2.6).
  public convenience init<Object: AnyObject>(wrappedValue: Object? = nil, _ key: String)
  where Wrapped == Object? {
    self.init(
      key, wrappedValue,
      write: { object, coder, key in
        if let object { coder.encode(object: object, forKey: key) }
      },
      read: { coder, key in (coder.decodeObject(forKey: key) as? Object).map(Optional.some) })
  }

  /// Keeps which objects they are, and the objects with them; those that do not come back are left out.
  public convenience init<Object: AnyObject>(wrappedValue: [Object] = [], _ key: String)
  where Wrapped == [Object] {
    self.init(
      key, wrappedValue, write: { $1.encode(objects: $0, forKey: $2) },
      read: { coder, key in
        coder.decodeObjects(forKey: key).map { $0.compactMap { $0 as? Object } }
      })
  }
}
