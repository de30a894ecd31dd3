import Reprise

/// The question before the text of a private item goes to an editor.
enum EditorAlert {
  /// Makes the alert.
  static func make(open: @escaping () -> Void) -> AlertController {
    let alert = AlertController(
      title: "Edit this private text in your editor?",
      message:
        "The editor gets a file that is not encrypted. Keepsake deletes the file afterwards, but many editors keep "
        + "copies elsewhere: swap, backup and undo files.")
    alert.addAction(Action("text.edit-externally-now", "Open editor", "o", perform: open))
    alert.addAction(.cancel())
    return alert
  }
}
