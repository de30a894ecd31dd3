/// Reads and sets a value that is stored elsewhere: it ties a control to a property.
///
/// ```swift
/// final class NoteForm: ViewController {
///   @Restorable("name") var name = ""
///
///   override func loadView() -> View { TextField($name) }
/// }
/// ```
///
/// A read through a binding in ``Responder/updateProperties()`` is tracked like a read of the property
/// itself.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// The key of the value in the state, if it is a ``Restorable`` one.
  ///
  /// A control that is bound to it gets the key as its restoration identifier, unless it has one of its
  /// own.
  public let key: String?

  /// Makes a binding of two closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(key: nil, get: get, set: set)
  }

  init(key: String?, get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.key = key
    self.get = get
    self.set = set
  }

  /// Binds to a property of an object, such as an `@Observable` model.
  ///
  /// The binding keeps the object alive.
  ///
  /// ```swift
  /// let loud = Switch(Binding(settings, \.isLoud))
  /// ```
  public init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    self.init(
      get: { object[keyPath: property] }, set: { object[keyPath: property] = $0 })
  }

  /// A binding to a constant, for previews and tests.
  public static func constant(_ value: Value) -> Binding {
    Binding(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, to pass on.
  public var projectedValue: Binding { self }

  /// A binding to a part of the value, as in `$note.name`.
  ///
  /// It has no key: to keep the caret, give the control a restoration identifier.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(get: { get()[keyPath: part] }) { newPart in
      var whole = get()
      whole[keyPath: part] = newPart
      set(whole)
    }
  }
}
