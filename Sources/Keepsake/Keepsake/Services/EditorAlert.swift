import Reprise

/// The question before the text of a private item goes to an editor.
enum EditorAlert {
  /// Makes the alert.
  ///
  /// - Parameter control: The text field or text view, looked up when the user agrees.
  static func make(for control: @escaping () -> View?) -> AlertController {
    let alert = AlertController(
      title: "Edit this private text in your editor?",
      message:
        "The editor gets a file that is not encrypted. Keepsake deletes the file afterwards, but many editors keep "
        + "copies elsewhere: swap, backup and undo files.")
    alert.addAction(
      Action("text.edit-externally-now", "Open editor", "o") {
        switch control() {
        case let text as TextView: text.editExternally()
        case let text as TextField: text.editExternally()
        default: break
        }
      })
    alert.addAction(.cancel())
    return alert
  }
}
