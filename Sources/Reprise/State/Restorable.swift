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
/// says nothing of it. Property observers of its own hear of every change but for that one and those through
/// `$property`.
///
/// Observation sees the property: who reads it in ``Responder/updateProperties()`` is told when it changes.
/// `$property` is a ``Binding`` to it, for controls.
@propertyWrapper
public final class Restorable<Wrapped>: RestorableProperty {
  /// The value; to set another one has this turn store it.
  public var wrappedValue: Wrapped {
    get {
      noteRead()
      return value
    }
    set {
      guard !isSame(value, newValue) else { return }
      noteChange { value = newValue }
      didChange()
    }
  }

  /// A binding to the value, which controls show and set.
  public var projectedValue: Binding<Wrapped> {
    Binding(key: key, get: { self.wrappedValue }, set: { self.wrappedValue = $0 })
  }

  private var value: Wrapped
  private let isSame: (Wrapped, Wrapped) -> Bool
  private let write: (Wrapped, Coder, String) throws -> Void
  private let read: (Coder, String) -> Wrapped?

  private init(
    _ key: String, _ value: Wrapped, isSame: @escaping (Wrapped, Wrapped) -> Bool,
    write: @escaping (Wrapped, Coder, String) throws -> Void,
    read: @escaping (Coder, String) -> Wrapped?
  ) {
    self.value = value
    self.isSame = isSame
    self.write = write
    self.read = read
    super.init(key: key)
  }

  override func encode(with coder: Coder) throws {
    try write(value, coder, key)
  }

  override func decode(with coder: Coder) {
    guard let saved = read(coder, key) else { return }
    noteChange { value = saved }
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
      key, wrappedValue, isSame: { $0.savedValue == $1.savedValue },
      write: { $1.encode(value: $0.savedValue, forKey: $2) },
      read: { coder, key in coder.value(forKey: key).flatMap(Wrapped.init(savedValue:)) })
  }

  /// Keeps a value that may be missing, as it is at first.
  public convenience init(_ key: String)
  where Wrapped: RestorableValue & ExpressibleByNilLiteral {
    self.init(wrappedValue: nil, key)
  }

  /// Keeps a copy of a value (contract 4.3); to set it always counts as a change.
  @_disfavoredOverload
  public convenience init(wrappedValue: Wrapped, _ key: String) where Wrapped: Codable {
    self.init(copying: wrappedValue, key) { _, _ in false }
  }

  /// Keeps a copy of a value (contract 4.3).
  @_disfavoredOverload
  public convenience init(wrappedValue: Wrapped, _ key: String)
  where Wrapped: Codable & Equatable {
    self.init(copying: wrappedValue, key, isSame: ==)
  }

  private convenience init(
    copying value: Wrapped, _ key: String, isSame: @escaping (Wrapped, Wrapped) -> Bool
  ) where Wrapped: Codable {
    self.init(
      key, value, isSame: isSame, write: { try $1.encode(codable: $0, forKey: $2) },
      read: { $0.decode(Wrapped.self, forKey: $1) })
  }

  /// Keeps which object it is, and the object with it (contract 2.6).
  public convenience init<Object: AnyObject>(wrappedValue: Object? = nil, _ key: String)
  where Wrapped == Object? {
    self.init(
      key, wrappedValue, isSame: { $0 === $1 },
      write: { object, coder, key in
        if let object { coder.encode(object: object, forKey: key) }
      },
      read: { coder, key in (coder.decodeObject(forKey: key) as? Object).map(Optional.some) })
  }

  /// Keeps which objects they are, and the objects with them; those that do not come back are left out.
  public convenience init<Object: AnyObject>(wrappedValue: [Object] = [], _ key: String)
  where Wrapped == [Object] {
    self.init(
      key, wrappedValue, isSame: { $0.elementsEqual($1, by: ===) },
      write: { $1.encode(objects: $0, forKey: $2) },
      read: { coder, key in
        coder.decodeObjects(forKey: key).map { $0.compactMap { $0 as? Object } }
      })
  }
}
