extension TextView {
  /// Makes a view of a bound text.
  ///
  /// Bound to a ``Restorable`` property it takes the key as restoration identifier, so that caret,
  /// selection, undo and scroll position come back. Give it a `restorationIdentifier` to call it
  /// otherwise.
  public convenience init(_ text: Binding<String>) {
    self.init()
    bound = BoundValue(text, of: self)
    self.text = text.wrappedValue
  }

  /// Shows the bound text if it has changed.
  func showBoundText() {
    bound.show { text in
      guard text != buffer.text else { return }
      // The person who is typing keeps the caret, also when the app rewrites what they typed.
      let caret = isFirstResponder ? buffer.caret : 0
      self.text = text
      buffer.move(to: caret)
    }
  }
}
