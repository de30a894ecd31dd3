/// The rating of something in a medium: `film:FSK 16`, `film:R (US)`, `game:12+`, `book:explicit`.
///
/// Items store it as this text. A ``RatingTable`` defines the levels.
struct MediaRating: Hashable, Sendable {
  /// The medium that is rated.
  var kind: MediaKind
  /// The name of the level.
  var level: String
  /// The country of the board, two letters; needed where boards mean different things by one name.
  var country: String?

  /// The level of explicit content, where no board rates it.
  static let explicit = "explicit"
  /// The level of content that isn't explicit.
  static let notExplicit = "not explicit"

  /// The most characters of a level.
  private static let longestLevel = 40

  init(kind: MediaKind, level: String, country: String? = nil) {
    (self.kind, self.level, self.country) = (kind, level, country)
  }

  /// Reads a text; `nil` if it has another form.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"),
      let kind = MediaKind(word: String(text[..<colon]))
    else { return nil }
    var rest = String(text[text.index(after: colon)...]).trimmedOfBlanks
    if rest.hasSuffix(")"), let bracket = rest.lastIndex(of: "(") {
      let code = rest[rest.index(after: bracket)...].dropLast()
      guard code.utf8.count == 2, code.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
        return nil
      }
      country = code.uppercased()
      rest = String(rest[..<bracket])
    }
    let words = rest.split(whereSeparator: \.isWhitespace)
    level = words.joined(separator: " ")
    self.kind = kind
    guard !level.isEmpty, level.unicodeScalars.count <= Self.longestLevel,
      level.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    if kind.isUnrated {
      guard country == nil else { return nil }
      switch level.lowercased() {
      case Self.explicit: level = Self.explicit
      case Self.notExplicit, "clean": level = Self.notExplicit
      default: return nil
      }
    }
  }

  /// The text that items keep.
  var text: String { "\(kind.rawValue):\(level)" + (country.map { " (\($0))" } ?? "") }
}

/// A medium with its own ratings.
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
