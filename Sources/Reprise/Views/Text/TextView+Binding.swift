extension TextView {
  /// Makes a view that shows and sets a text that lies elsewhere.
  ///
  /// Bound to a ``Restorable`` property it is called like that property in the state, so that caret,
  /// selection, undo and scroll come back; give it a `restorationIdentifier` of its own to call it otherwise.
  public convenience init(_ text: Binding<String>) {
    self.init()
    binding = text
    self.text = text.wrappedValue
    restorationIdentifier = text.key
  }

  /// Takes over what became of the text where it lies.
  func showBoundText() {
    guard let text = binding?.wrappedValue, text != buffer.text else { return }
    // Who is typing goes on where they are, also where what they typed is put into another form.
    let caret = isFirstResponder ? buffer.caret : 0
    self.text = text
    buffer.move(to: caret)
  }

  /// Stores the text where it lies, and shows what became of it there.
  func storeBoundValue() {
    guard let binding, binding.wrappedValue != buffer.text else { return }
    binding.wrappedValue = buffer.text
    setNeedsUpdateProperties()
  }
}
