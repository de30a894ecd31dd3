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
}
