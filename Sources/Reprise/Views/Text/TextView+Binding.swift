extension TextView {
  /// Makes a view that shows and sets a text that lies elsewhere.
  ///
  /// Bound to a ``Restorable`` property it is called like that property in the state, so that caret,
  /// selection, undo and scroll come back; give it a `restorationIdentifier` of its own to call it otherwise.
  public convenience init(_ text: Binding<String>) {
    self.init()
    bound = BoundValue(text, of: self)
    self.text = text.wrappedValue
  }

  /// Takes over what became of the text where it lies.
  func showBoundText() {
    bound.show { text in
      guard text != buffer.text else { return }
      // Who is typing goes on where they are, also where what they typed is put into another form.
      let caret = isFirstResponder ? buffer.caret : 0
      self.text = text
      buffer.move(to: caret)
    }
  }
}
