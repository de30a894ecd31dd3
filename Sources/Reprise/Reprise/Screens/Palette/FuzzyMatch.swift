import TextFolding

/// A typed query for the titles of a palette: the letters of each word occur in the title in that order.
///
/// The first letter of a word of the query begins a word of the title, unless the title contains the word as
/// a whole: `arc`, `sbv` and `chive` find “Archive” and “Sort by value”, `rv` doesn't. Case and accents don't
/// matter.
nonisolated struct FuzzyQuery {
  private let words: [[FoldedText]]

  /// Reads a query: words separated by blanks.
  init(_ typed: String) {
    words = typed.split(whereSeparator: \.isWhitespace).map { word in
      word.map { FoldedText(String($0)) }
    }
  }

  /// Whether there is no word, so that every title matches.
  var isEmpty: Bool { words.isEmpty }

  /// The match with a title; `nil` if a word of the query doesn't occur in it.
  func match(_ title: FuzzyTitle) -> FuzzyMatch? {
    var match = FuzzyMatch(score: 0, indices: [])
    for word in words {
      guard let found = title.find(word) else { return nil }
      match.score += found.score
      match.indices.formUnion(found.indices)
    }
    // Of two titles with the same letters, the shorter one is meant.
    match.score = match.score * 100 - title.count / 10
    return match
  }
}

/// The quality of a match, and the letters to highlight.
nonisolated struct FuzzyMatch: Hashable {
  /// Higher is better; comparable only among matches of one query.
  var score: Int

  /// The indices of the matched characters of the title.
  var indices: Set<Int>
}

/// A title prepared for matching.
nonisolated struct FuzzyTitle {
  private let letters: [FoldedText]

  /// Whether a word begins at a letter.
  private let beginsWord: [Bool]

  /// Folds a title.
  init(_ title: String) {
    letters = title.map { FoldedText(String($0)) }
    var wasLetter = false
    beginsWord = title.map { character in
      let isLetter = character.isLetter || character.isNumber
      defer { wasLetter = isLetter }
      return isLetter && !wasLetter
    }
  }

  /// The number of characters.
  var count: Int { letters.count }

  private static let atWordStart = 8
  private static let adjacent = 6

  /// The best way to find the letters of a word in order.
  fileprivate func find(_ word: [FoldedText]) -> FuzzyMatch? {
    if word.isEmpty { return FuzzyMatch(score: 0, indices: []) }
    var best = whole(word)
    for start in letters.indices where beginsWord[start] && letters[start] == word[0] {
      guard let found = spread(word, from: start) else { continue }
      if found.score > best?.score ?? .min { best = found }
    }
    return best
  }

  /// The word as a whole, at the start of a word of the title if possible.
  private func whole(_ word: [FoldedText]) -> FuzzyMatch? {
    guard word.count <= letters.count else { return nil }
    var best: FuzzyMatch?
    for start in 0...(letters.count - word.count)
    where letters[start..<start + word.count].elementsEqual(word) {
      let score =
        word.count + Self.adjacent * (word.count - 1) + (beginsWord[start] ? Self.atWordStart : 0)
      guard score > best?.score ?? .min else { continue }
      best = FuzzyMatch(score: score, indices: Set(start..<start + word.count))
    }
    return best
  }

  /// The letters of the word from a place on: each next one adjacent, else at the start of a word, else anywhere.
  private func spread(_ word: [FoldedText], from start: Int) -> FuzzyMatch? {
    var found = FuzzyMatch(score: 1 + Self.atWordStart, indices: [start])
    var place = start + 1
    for letter in word.dropFirst() {
      if place < letters.count, letters[place] == letter {
        found.score += 1 + Self.adjacent
      } else if let next = (place..<letters.count).first(where: {
        beginsWord[$0] && letters[$0] == letter
      }) {
        found.score += 1 + Self.atWordStart
        place = next
      } else if let next = (place..<letters.count).first(where: { letters[$0] == letter }) {
        place = next
      } else {
        return nil
      }
      found.indices.insert(place)
      place += 1
    }
    return found
  }
}
