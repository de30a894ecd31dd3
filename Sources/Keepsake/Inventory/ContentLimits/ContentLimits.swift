/// The highest ratings that a login may see; `nil` means no limit.
public struct ContentLimits: Hashable, Sendable {
  /// The highest number for films.
  public var film: Int?
  /// The highest number for series.
  public var series: Int?
  /// The highest number for programs and games.
  public var app: Int?
  /// Whether explicit books are shown.
  public var showsExplicitBooks = true
  /// Whether explicit music is shown.
  public var showsExplicitMusic = true
  /// The meaning of the levels, by which they are compared.
  public var ratings: RatingTable

  /// No limits.
  public init(ratings: RatingTable = .empty) { self.ratings = ratings }

  /// No limits, and no known board.
  public static let none = ContentLimits()

  /// Whether the login may see everything.
  public var isNone: Bool { text.isEmpty }

  /// The limits as a text, empty if there are none; equal limits have equal texts.
  public var text: String {
    var words: [String] = []
    for (name, number) in [("film", film), ("series", series), ("app", app)] {
      if let number { words.append("\(name)=\(number)") }
    }
    if !showsExplicitBooks { words.append("books") }
    if !showsExplicitMusic { words.append("music") }
    return words.joined(separator: " ")
  }

  /// Whether the login may not see an item with this rating.
  ///
  /// Items without a rating are shown. Any limit on a medium hides its ratings that can't be understood.
  public func isHidden(rating text: String) -> Bool {
    if isNone || text.trimmedOfBlanks.isEmpty { return false }
    guard let rating = MediaRating(text) else { return true }
    switch rating.kind {
    case .book: return !showsExplicitBooks && rating.level != MediaRating.notExplicit
    case .music: return !showsExplicitMusic && rating.level != MediaRating.notExplicit
    case .film, .series, .game, .app:
      guard let highest = highest(rating.kind) else { return false }
      return ratings.number(rating).map { $0 > highest } ?? true
    }
  }

  /// The highest number for a kind; `nil` if there is no limit.
  private func highest(_ kind: MediaKind) -> Int? {
    switch kind {
    case .film: film
    case .series: series
    case .game, .app: app
    case .book, .music: nil
    }
  }
}

extension RatingTable {
  /// The text of a rating as items store it; empty for none.
  func checked(_ text: String) throws(RatingProblem) -> String {
    if text.trimmedOfBlanks.isEmpty { return "" }
    guard let rating = MediaRating(text) else { throw .notARating }
    return try checked(rating).text
  }
}
