/// A change of a text: graphemes replaced by others at a position.
struct TextEdit: Hashable {
  var location: Int
  var removed: [Character]
  var inserted: [Character]

  /// The same change, extended to the neighboring graphemes that it merges or splits.
  ///
  /// A combining mark typed after a letter becomes: the letter out, both together in. So the inverse
  /// brings back what was there. Where a grapheme ends depends on nothing before its start, so one
  /// grapheme on the left is enough; on the right as many are tried as change.
  func mended(in text: [Character]) -> TextEdit {
    let low = max(0, location - 1)
    var reach = 1
    while true {
      let high = min(text.count, location + removed.count + reach)
      let outcome = outcome(in: text, low..<high)
      // If the last grapheme has its old length, it begins where it began, and so do all after it.
      if high == text.count || outcome.last?.utf8.count == text[high - 1].utf8.count {
        return trimmed(outcome, in: text, low..<high)
      }
      reach *= 2
    }
  }

  /// The part of a text around the change, split into graphemes after it.
  private func outcome(in text: [Character], _ part: Range<Int>) -> [Character] {
    var outcome = ""
    for character in text[part.lowerBound..<location] { outcome.append(character) }
    for character in inserted { outcome.append(character) }
    for character in text[location + removed.count..<part.upperBound] { outcome.append(character) }
    return Array(outcome)
  }

  /// The change from a part to its outcome, without what is equal at both ends.
  private func trimmed(
    _ outcome: [Character], in text: [Character], _ part: Range<Int>
  ) -> TextEdit {
    let (low, high, end) = (part.lowerBound, part.upperBound, location + removed.count)
    var first = 0
    while first < min(location - low, outcome.count), outcome[first] == text[low + first] {
      first += 1
    }
    var last = outcome.count
    while last > first, high - (outcome.count - last) > end,
      outcome[last - 1] == text[high - (outcome.count - last) - 1]
    {
      last -= 1
    }
    let changed = low + first..<high - (outcome.count - last)
    return TextEdit(
      location: changed.lowerBound, removed: Array(text[changed]),
      inserted: Array(outcome[first..<last]))
  }
}

/// A step of undo or redo: a text to put in, and the length of what it replaces.
///
/// It holds only text that is nowhere else. Removed text is in the text itself, so typed or pasted
/// text is never held or saved twice (contract 4.9).
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
