import Foundation

/// A property that survives `kill -9`: it encodes, decodes and marks itself dirty.
///
/// ```swift
/// final class NoteList: ViewController {
///   @Restorable("filter") var filter = ""
///   @Restorable("opened") var opened: [UUID] = []
///   @Restorable("order") var order = Order.name
/// }
/// ```
///
/// Works in every object that can be part of the state (contract 2.6, 6.1) and in the application's
/// delegate. Values are saved as they are (``RestorableValue``) or as a copy (`Codable`). An object is
/// saved as a reference, which makes it part of the state.
///
/// The property is decoded before ``StateRestoring/decodeRestorableState(with:)`` is called; where the
/// state has no value for it, it keeps its initial one. Its `didSet` runs at every assignment, but
/// neither when it is decoded nor when it is set through `$property`.
///
/// Observation tracks it: ``Responder/updateProperties()`` runs again when a property that it read has
/// changed. `$property` is a ``Binding`` to it, for controls.
@propertyWrapper
public final class Restorable<Wrapped>: RestorableProperty {
  /// The value; setting another one has this turn store it.
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

  /// A binding to the value, for controls to show and set.
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
    guard let saved = read(coder, key) else { return coder.noteMismatch(forKey: key) }
    noteChange { value = saved }
  }
}

extension Restorable {
  /// Keeps a value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value.
  ///   - key: The key in the state, unique in the object. Under another key it is another property.
  public convenience init(wrappedValue: Wrapped, _ key: String) where Wrapped: RestorableValue {
    self.init(
      key, wrappedValue, isSame: { $0.savedValue == $1.savedValue },
      write: { $1.encode(value: $0.savedValue, forKey: $2) },
      read: { coder, key in coder.value(forKey: key).flatMap(Wrapped.init(savedValue:)) })
  }

  /// Keeps an optional value, `nil` at first.
  public convenience init(_ key: String)
  where Wrapped: RestorableValue & ExpressibleByNilLiteral {
    self.init(wrappedValue: nil, key)
  }

  /// Keeps a copy of a value (contract 4.3); every assignment counts as a change.
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

  /// Keeps a reference to an object, which becomes part of the state (contract 2.6).
  public convenience init<Object: AnyObject>(wrappedValue: Object? = nil, _ key: String)
  where Wrapped == Object? {
    self.init(
      key, wrappedValue, isSame: { $0 === $1 },
      write: { object, coder, key in
        if let object { coder.encode(object: object, forKey: key) }
      },
      read: { coder, key in (coder.decodeObject(forKey: key) as? Object).map(Optional.some) })
  }

  /// Keeps references to objects, which become part of the state; those that do not come back are left
  /// out.
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
