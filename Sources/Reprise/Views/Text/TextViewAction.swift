/// What a key does in a text view.
enum TextViewAction: Hashable {
  /// What it does in a text field as well.
  case edit(TextAction)

  /// A motion that depends on how the text is broken into lines.
  case line(LineMotion, selecting: Bool)

  /// Where a motion leads.
  enum LineMotion: Hashable {
    case up
    case down
    case pageUp
    case pageDown
    case start
    case end
  }

  /// Whether it can change the text, and not only the caret and the selection.
  var changesText: Bool {
    if case .edit(let action) = self { action.changesText } else { false }
  }
}
