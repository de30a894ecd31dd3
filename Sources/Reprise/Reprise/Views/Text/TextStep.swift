/// A step of undo or redo: a text to put in, and the length of what it replaces.
///
/// It holds only text that is nowhere else. What it takes out is in the text itself, so nothing that
/// was typed or pasted is held or saved twice (contract 4.9).
struct TextStep: Hashable {
  /// The position in graphemes.
  var location: Int

  /// The number of graphemes to take out.
  var length: Int

  /// The text to put in.
  var text: String

  init(location: Int, length: Int, text: String) {
    (self.location, self.length, self.text) = (location, length, text)
  }

  /// Makes the step that undoes a change.
  init(undoing edit: TextEdit) {
    self.init(
      location: edit.location, length: edit.inserted.count, text: String(edit.removed))
  }

  /// The range to take out of a text of this many graphemes; `nil` if it does not fit, since a step may
  /// come from a hostile file.
  func range(in count: Int) -> Range<Int>? {
    guard location >= 0, length >= 0, location <= count, length <= count - location else {
      return nil
    }
    return location..<location + length
  }

  /// Extends this step to undo the typing that continues it as well, word by word.
  ///
  /// - Parameter text: The text after the typing.
  mutating func absorb(_ edit: TextEdit, in text: [Character]) -> Bool {
    guard self.text.isEmpty, length > 0, edit.removed.isEmpty, edit.inserted.count == 1,
      edit.location == location + length,
      !(text[edit.location - 1].isWhitespace && !text[edit.location].isWhitespace)
    else { return false }
    length += 1
    return true
  }
}
