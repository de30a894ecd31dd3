/// The value that a control shows and sets, where it lies elsewhere than in the control.
struct BoundValue<Value: Equatable> {
  private let binding: Binding<Value>?

  /// What the state calls the value, if it is a ``Restorable`` one.
  var key: String? { binding?.key }

  /// Says that the value is the control's own.
  init() { binding = nil }

  /// Binds a control, which is called in the state what the value is called there.
  init(_ binding: Binding<Value>, of control: View) {
    self.binding = binding
    control.restorationIdentifier = binding.key
  }

  /// Hands the value to what shows it, if it lies elsewhere.
  func show(_ show: (Value) -> Void) {
    if let binding { show(binding.wrappedValue) }
  }

  /// Stores another value where it lies, and has the control show what became of it there.
  func store(_ value: @autoclosure () -> Value, of control: View) {
    guard let binding else { return }
    let value = value()
    guard binding.wrappedValue != value else { return }
    binding.wrappedValue = value
    control.setNeedsUpdateProperties()
  }
}
