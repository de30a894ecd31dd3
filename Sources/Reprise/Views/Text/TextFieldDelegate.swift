/// Hears what happens in a text field.
public protocol TextFieldDelegate: AnyObject {
  /// The text has changed by typing, pasting, undo or redo.
  func textFieldDidChange(_ textField: TextField)

  /// The focus has left the field.
  func textFieldDidEndEditing(_ textField: TextField)
}

extension TextFieldDelegate {
  /// Does nothing: a field that needs no look when it is left.
  public func textFieldDidEndEditing(_ textField: TextField) {}
}
