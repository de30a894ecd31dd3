/// A change of a text: graphemes taken out and graphemes put in at a place.
struct TextEdit: Hashable {
  var location: Int
  var removed: [Character]
  var inserted: [Character]

  /// The same change, widened to the graphemes around that it merges or parts.
  ///
  /// A combining mark typed after a letter becomes the letter taken out and the two together put in,
  /// so that the inverse gives back what was there. Where a grapheme ends depends on nothing before
  /// its start, so on the left one grapheme is enough; on the right as many are looked at as change.
  func mended(in text: [Character]) -> TextEdit {
    let low = max(0, location - 1)
    var reach = 1
    while true {
      let high = min(text.count, location + removed.count + reach)
      let outcome = outcome(in: text, low..<high)
      // A last grapheme that is as long as before begins where it began, and so do all after it.
      if high == text.count || outcome.last?.utf8.count == text[high - 1].utf8.count {
        return trimmed(outcome, in: text, low..<high)
      }
      reach *= 2
    }
  }

  /// A part of a text around the change, split into graphemes after it.
  private func outcome(in text: [Character], _ part: Range<Int>) -> [Character] {
    var outcome = ""
    for character in text[part.lowerBound..<location] { outcome.append(character) }
    for character in inserted { outcome.append(character) }
    for character in text[location + removed.count..<part.upperBound] { outcome.append(character) }
    return Array(outcome)
  }

  /// The change from a part of a text to its outcome, without what is the same at both ends.
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
