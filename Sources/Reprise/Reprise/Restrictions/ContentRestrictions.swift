/// The content that a login may see, as far as it is configured (contract 8.7.5).
///
/// `nil` means that a restriction is not configured, and the app decides. Limits are numbers of a
/// ``RatingSystem``; content with a higher rating is not allowed.
///
/// ```swift
/// var restrictions = ContentRestrictions()
/// restrictions.movieRating = 340
/// ```
nonisolated public struct ContentRestrictions: Hashable, Sendable {
  /// Whether explicit books are allowed.
  public var isExplicitBooksAllowed: Bool?

  /// Whether explicit music and explicit podcasts are allowed.
  public var isExplicitMusicAllowed: Bool?

  /// The highest rating of apps, from 0 to 1000.
  public var appRating: Int?

  /// The highest rating of films, from 0 to 1000.
  public var movieRating: Int?

  /// The highest rating of television, from 0 to 1000.
  public var televisionRating: Int?

  /// Nothing is configured.
  public init() {}

  /// Everything is as strict as it can be.
  public static let strictest: ContentRestrictions = {
    var restrictions = ContentRestrictions()
    restrictions.isExplicitBooksAllowed = false
    restrictions.isExplicitMusicAllowed = false
    restrictions.appRating = 0
    restrictions.movieRating = 0
    restrictions.televisionRating = 0
    return restrictions
  }()

  /// The highest rating of a medium; `nil` if it is unknown.
  public func limit(of medium: RatedMedium) -> Int? {
    switch medium {
    case .app: appRating
    case .movie: movieRating
    case .television: televisionRating
    }
  }

  /// Whether something with a rating is allowed; `nil` if it is unknown.
  ///
  /// - Parameters:
  ///   - rating: The number of the rating.
  ///   - medium: The medium that is rated. Classify an app's own media as the most similar one.
  public func allows(_ rating: Int, of medium: RatedMedium) -> Bool? {
    limit(of: medium).map { rating <= $0 }
  }

  /// These restrictions, with missing values from others.
  func over(_ others: ContentRestrictions) -> ContentRestrictions {
    var all = self
    all.isExplicitBooksAllowed = isExplicitBooksAllowed ?? others.isExplicitBooksAllowed
    all.isExplicitMusicAllowed = isExplicitMusicAllowed ?? others.isExplicitMusicAllowed
    all.appRating = appRating ?? others.appRating
    all.movieRating = movieRating ?? others.movieRating
    all.televisionRating = televisionRating ?? others.televisionRating
    return all
  }
}
