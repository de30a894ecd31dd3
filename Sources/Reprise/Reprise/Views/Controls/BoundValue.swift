/// The value of a control that may be bound to a property of the app.
struct BoundValue<Value: Equatable> {
  private let binding: Binding<Value>?

  /// The key of the value in the state, if it is a ``Restorable`` one.
  var key: String? { binding?.key }

  /// A value of the control's own.
  init() { binding = nil }

  /// Binds a control, which takes the key of the value as its restoration identifier.
  init(_ binding: Binding<Value>, of control: View) {
    self.binding = binding
    control.restorationIdentifier = binding.key
  }

  /// Hands the bound value to the control, if there is one.
  func show(_ show: (Value) -> Void) {
    if let binding { show(binding.wrappedValue) }
  }

  /// Sets the bound value, if there is one, and has the control show what the app made of it.
  func store(_ value: @autoclosure () -> Value, of control: View) {
    guard let binding else { return }
    let value = value()
    guard binding.wrappedValue != value else { return }
    binding.wrappedValue = value
    control.setNeedsUpdateProperties()
  }
}
