/// A value that lies elsewhere, to read and to set: what ties a control to a property.
///
/// ```swift
/// final class NoteForm: ViewController {
///   @Restorable("name") var name = ""
///
///   override func loadView() -> View { TextField($name) }
/// }
/// ```
///
/// Reading through a binding in ``View/updateProperties()`` is tracked like reading the property itself.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// What the state calls the value, if it is a ``Restorable`` one.
  ///
  /// A control bound to it is called the same, unless it has a restoration identifier of its own.
  public let key: String?

  /// Ties two closures together.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(key: nil, get: get, set: set)
  }

  init(key: String?, get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.key = key
    self.get = get
    self.set = set
  }

  /// Ties to a property of an object, say of an `@Observable` model.
  ///
  /// The binding keeps the object alive.
  ///
  /// ```swift
  /// Switch(Binding(settings, \.isLoud))
  /// ```
  public init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    self.init(
      get: { object[keyPath: property] }, set: { object[keyPath: property] = $0 })
  }

  /// A binding to a value that stays as it is: for previews and tests.
  public static func constant(_ value: Value) -> Binding {
    Binding(get: { value }, set: { _ in })
  }

  /// The value where it lies.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, to be handed on.
  public var projectedValue: Binding { self }

  /// A binding to a part of the value, as in `$note.name`.
  ///
  /// It has no key: name the control yourself to keep its caret.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(get: { get()[keyPath: part] }) { newPart in
      var whole = get()
      whole[keyPath: part] = newPart
      set(whole)
    }
  }
}
