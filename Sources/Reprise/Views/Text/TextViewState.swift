/// What a text view keeps besides the text itself, which is the app's (contract 2.C, design 5.1).
struct TextViewState: Equatable {
  /// What a text field keeps as well; the first grapheme on screen is the start of a line.
  var editing: TextEditingState

  /// The column that the caret goes to on the next line that is long enough.
  var goalColumn: Int?

  /// Whether the caret stands at the end of a line that goes on in the next one.
  var isAtBreak: Bool

  /// Whether the person scrolled away from the caret.
  var isScrolledAway: Bool

  func encode(with coder: Coder) {
    editing.encode(with: coder)
    coder.encode(goalColumn, forKey: "goalColumn")
    coder.encode(isAtBreak, forKey: "atBreak")
    coder.encode(isScrolledAway, forKey: "scrolledAway")
  }
}

extension TextViewState {
  init?(coder: Coder) {
    guard let editing = TextEditingState(coder: coder) else { return nil }
    self.editing = editing
    goalColumn = coder.decodeInt(forKey: "goalColumn").map { max(0, $0) }
    isAtBreak = coder.decodeBool(forKey: "atBreak")
    isScrolledAway = coder.decodeBool(forKey: "scrolledAway")
  }
}
