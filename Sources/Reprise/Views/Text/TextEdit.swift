/// One step of editing that can be taken back: text taken out and text put in at a place.
struct TextEdit: Hashable {
  var location: Int
  var removed: [Character]
  var inserted: [Character]

  /// The same change the other way round.
  var inverse: TextEdit {
    TextEdit(location: location, removed: inserted, inserted: removed)
  }

  /// Takes typing that goes on where this step ended into the same step, word by word.
  mutating func absorb(_ next: TextEdit) -> Bool {
    guard removed.isEmpty, next.removed.isEmpty, next.inserted.count == 1,
      next.location == location + inserted.count, let last = inserted.last,
      !(last.isWhitespace && next.inserted.first?.isWhitespace == false)
    else { return false }
    inserted += next.inserted
    return true
  }

  /// The same change, widened to the graphemes around that it merges or parts.
  ///
  /// A combining mark typed after a letter becomes the letter taken out and the two together put in,
  /// so that the inverse gives back what was there. Looks no further than that can reach.
  func mended(in text: [Character]) -> TextEdit {
    let end = location + removed.count
    var low = max(0, location - 1)
    while low > 0, !CellText.alwaysBreaks(between: text[low - 1], and: text[low]) { low -= 1 }
    var high = min(text.count, end + 1)
    while high < text.count, !CellText.alwaysBreaks(between: text[high - 1], and: text[high]) {
      high += 1
    }
    let outcome = Array(String(text[low..<location] + inserted + text[end..<high]))
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
