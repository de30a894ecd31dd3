/// What a rating is given to.
public enum MediaKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A film.
  case film
  /// A series, or anything else on television.
  case series
  /// A game.
  case game
  /// A program.
  case app
  /// A book.
  case book
  /// A record or a podcast.
  case music

  /// Other words for a kind, as people and files write them.
  private static let synonyms: [String: MediaKind] = [
    "movie": .film, "tv": .series, "television": .series, "podcast": .music,
  ]

  /// The kind of a word, however it is capitalized.
  init?(word: String) {
    let word = word.trimmedOfBlanks.lowercased()
    guard let kind = MediaKind(rawValue: word) ?? Self.synonyms[word] else { return nil }
    self = kind
  }

  /// Whether no board rates it: it is explicit or not.
  var isUnrated: Bool { self == .book || self == .music }

  /// The kind whose boards rate it: games are rated as programs are.
  var ratedAs: MediaKind { self == .game ? .app : self }
}
