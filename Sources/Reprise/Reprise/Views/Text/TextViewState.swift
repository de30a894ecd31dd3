/// The state of a text view, without the text, which belongs to the app (contract 2.C).
struct TextViewState: Equatable {
  /// The part that text fields have as well; the first visible grapheme starts a line.
  var editing: TextEditingState

  /// The column to which vertical motions return on lines that are long enough.
  var goalColumn: Int?

  /// Whether the caret is at the end of a wrapped line.
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
