/// Hears what happens in a text view.
public protocol TextViewDelegate: AnyObject {
  /// The text has changed by typing, pasting, undo or redo.
  func textViewDidChange(_ textView: TextView)
}
