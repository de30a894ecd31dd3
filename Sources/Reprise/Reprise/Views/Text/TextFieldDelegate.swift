/// Hears what happens in a text field.
public protocol TextFieldDelegate: AnyObject {
  /// Called when typing, pasting, undo or redo changed the text.
  func textFieldDidChange(_ textField: TextField)

  /// Called when the field has lost the focus.
  func textFieldDidEndEditing(_ textField: TextField)
}

extension TextFieldDelegate {
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
}
