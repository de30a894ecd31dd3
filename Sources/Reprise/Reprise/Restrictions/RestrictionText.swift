/// One file of restrictions, with the keys that UIKit documents.
nonisolated struct RestrictionText {
  private enum Key: String, CaseIterable {
    case explicitBooks = "ExplicitBooksAllowed"
    case explicitMusic = "ExplicitMusicPodcastsAllowed"
    case app = "AppRating"
    case movie = "MovieRating"
    case television = "TVShowRating"

    var path: String { "com.apple.content-rating." + rawValue }
  }

  private var preferences: Preferences

  init(file: String) { preferences = Preferences(files: [file]) }

  /// The settings that were not applied as written.
  var problems: [PreferenceProblem] {
    preferences.problems.map {
      PreferenceProblem(
        file: $0.file, line: $0.line, text: $0.text + "; until then the strictest setting applies")
    }
  }

  /// The restrictions of the file; errors, and keys that they may concern, count as the strictest
  /// value.
  mutating func restrictions() -> ContentRestrictions {
    let unreadable = problems.count
    let restrictions = values()
    let wrongValues = problems.count - unreadable
    preferences.nameUnknownKeys()
    if problems.count > wrongValues { return .strictest }
    var wrong = ContentRestrictions()
    for key in Key.allCases where preferences.contains(key.path) {
      switch key {
      case .explicitBooks: wrong.isExplicitBooksAllowed = false
      case .explicitMusic: wrong.isExplicitMusicAllowed = false
      case .app: wrong.appRating = 0
      case .movie: wrong.movieRating = 0
      case .television: wrong.televisionRating = 0
      }
    }
    return restrictions.over(wrong)
  }

  private mutating func values() -> ContentRestrictions {
    var restrictions = ContentRestrictions()
    restrictions.isExplicitBooksAllowed = preferences.flag(Key.explicitBooks.path)
    restrictions.isExplicitMusicAllowed = preferences.flag(Key.explicitMusic.path)
    restrictions.appRating = rating(.app)
    restrictions.movieRating = rating(.movie)
    restrictions.televisionRating = rating(.television)
    return restrictions
  }

  private mutating func rating(_ key: Key) -> Int? {
    preferences.number(key.path, in: ContentRating.numbers)
  }
}
