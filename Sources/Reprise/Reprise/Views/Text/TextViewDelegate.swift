/// Hears what happens in a text view.
public protocol TextViewDelegate: AnyObject {
  /// Called when typing, pasting, undo or redo changed the text.
  func textViewDidChange(_ textView: TextView)
}
