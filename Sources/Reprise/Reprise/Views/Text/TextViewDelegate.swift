/// Receives the events of a text view.
///
/// ```swift
/// func textViewDidChange(_ textView: TextView) {
///   navigationItem.detail = "\(textView.text.count) characters"
/// }
/// ```
public protocol TextViewDelegate: AnyObject {
  /// Called when typing, pasting, undo or redo changed the text.
  func textViewDidChange(_ textView: TextView)

  /// Called when the person asks for their own editor (`^X ^E`), before it opens; returns `true` by default.
  ///
  /// An editor's file is not encrypted, and many editors leave copies of it. An app that asks the person first
  /// returns `false`, and calls ``TextView/editExternally()`` when they agree.
  func textViewShouldEditExternally(_ textView: TextView) -> Bool

  /// Opens a link of a text that can't be edited, by Enter or a click; by default it does nothing.
  ///
  /// - Returns: Whether it was opened; if not, the action is performed that the link names.
  func textView(_ textView: TextView, open link: AttributedText.Link) -> Bool
}

extension TextViewDelegate {
  /// Returns `true`.
  public func textViewShouldEditExternally(_ textView: TextView) -> Bool { true }

  /// Leaves the link to the action that it names.
  public func textView(_ textView: TextView, open link: AttributedText.Link) -> Bool { false }
}
