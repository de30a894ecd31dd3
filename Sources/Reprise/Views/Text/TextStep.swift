/// One step of undo or redo: what to put in the place of what.
///
/// It holds only text that stands nowhere any more. What it takes out is found in the text itself, so
/// what was typed or pasted is neither held nor saved twice (contract 4.9).
struct TextStep: Hashable {
  /// Where it begins, in graphemes.
  var location: Int

  /// How many graphemes it takes out.
  var length: Int

  /// What it puts in their place.
  var text: String

  init(location: Int, length: Int, text: String) {
    (self.location, self.length, self.text) = (location, length, text)
  }

  /// The step that takes a change back.
  init(undoing edit: TextEdit) {
    self.init(
      location: edit.location, length: edit.inserted.count, text: String(edit.removed))
  }

  /// What it takes out of a text of so many graphemes; `nil` if it does not fit, since a step from a
  /// file may lie.
  func range(in count: Int) -> Range<Int>? {
    guard location >= 0, length >= 0, location <= count, length <= count - location else {
      return nil
    }
    return location..<location + length
  }

  /// Takes back typing that goes on where this step's began as well, word by word.
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
