/// What a key does in a text view.
enum TextViewAction: Hashable {
  /// What a text field does as well.
  case edit(TextAction)

  /// A motion that depends on where lines are broken.
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

  /// Whether it can change the text, not just caret and selection.
  var changesText: Bool {
    if case .edit(let action) = self { action.changesText } else { false }
  }
}
